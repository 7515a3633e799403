"""The eye's own measure: seeds come in, rendered tables are looked at, figures beside their targets go out."""
