"""The eye: camera pictures come in, cards seen and steady tables go out.

It offers `eye.Eye`, `watch.table_watcher.TableWatcher`, `decks.Deck`, `enrolment`, `types`.
"""
