"""Motion, hands, and when to look: frames come in one by one, steady tables go out."""
