"""The drawings of docs/raspberry-pi.md are those that the tool draws, and all that they say is inside of them."""

import xml.etree.ElementTree as ElementTree

import pytest

from tools.pi_pictures import OUT, PICTURES

SVG = "{http://www.w3.org/2000/svg}"
EMS = 0.55  # a letter is about so wide


@pytest.mark.parametrize("name", PICTURES)
def test_the_page_shows_what_the_tool_draws(name: str) -> None:
    assert (OUT / name).read_text(encoding="utf-8") == PICTURES[name]()


@pytest.mark.parametrize("name", PICTURES)
def test_no_word_runs_out_of_the_drawing(name: str) -> None:
    root = ElementTree.fromstring(PICTURES[name]())  # noqa: S314 (our own text)
    width = float(root.attrib["viewBox"].split()[2])
    for each in root.iter(f"{SVG}text"):
        x, wide = float(each.attrib["x"]), EMS * float(each.attrib["font-size"]) * len(each.text or "")
        left = x if each.attrib["text-anchor"] == "start" else x - wide / 2
        assert 0 <= left <= left + wide <= width, each.text
