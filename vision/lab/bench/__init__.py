"""The eye's own measure: seeds come in, rendered tables are looked at, figures go out."""
