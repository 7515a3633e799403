"""Make a PDF with the four corner tags, a ruler to check the print, and labels for the buttons.

companion mat --paper letter --out mat.pdf
"""

import argparse

from companion.commands import add_print_arguments, locale_of, save_pdf
from companion.pdf import write_pdf
from companion.print_pages import TagSheet, mat_pages
from vision.plane.tags import MAT_MM, PAPER_MM, SIDE_MM, tag_bits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_print_arguments(parser, "mat.pdf")


def run(arguments: argparse.Namespace) -> int:
    """Write the PDF and say where it is."""
    cells = tuple(
        tuple(tuple(int(cell > 0) for cell in row) for row in tag_bits(number)) for number in range(4)
    )
    sheet = TagSheet(cells, SIDE_MM, PAPER_MM, MAT_MM)
    locale = locale_of(arguments)
    pages = mat_pages(arguments.paper, sheet, locale)
    save_pdf(arguments.out, write_pdf(pages, locale.say("print.mat-title")), len(pages), locale)
    return 0
