"""Past games: the folder of records comes in; lists, pages, sheets and figures go out."""
