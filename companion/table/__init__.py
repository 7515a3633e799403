"""What lies on the table: the tracker follows it, proposals say which event explains a change.

It offers `tracker.TableTracker`, `proposals.propose`, `layout.load_layout`, `practice.practice_deck`.
"""
