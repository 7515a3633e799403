"""The app: the only rooms that join eye, rules, record, panel and screens."""
