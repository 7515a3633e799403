"""What lies on the table: the tracker follows it, proposals say which event explains a change."""
