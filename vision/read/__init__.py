"""Which card it is, and how sure: patches of a picture are compared with references.

It offers `reader.Reader`, `reading.Reading`.
"""
