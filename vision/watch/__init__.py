"""Motion, hands, and when to look: frames come in one by one, steady tables go out.

It offers `table_watcher.TableWatcher`, `table_watcher.Steady`, `settle.Phase`.
"""
