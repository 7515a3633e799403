"""The pages and the program tell the same: commands, options, keys, codes, cards, events, screens and links."""

import argparse
import dataclasses
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import COMMANDS
from companion.config import written
from companion.config_keys import Config
from companion.games import GAMES, load_game
from companion.games.elevation.approach import CARDS
from companion.locale import load_locale
from companion.screens.base import Screen
from companion.simulation.samples import all_samples

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
PICTURES = sorted((DOCS / "pictures").iterdir())
HEADING = re.compile(r"(?m)^#{2,3} (.*)\n")
CODE = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"(?ms)^```\w*\n(.*?)^```$")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
SAID = re.compile(r"(?m)(?:^|-m |sudo )(?:\./run\.py|companion) ([a-z]+)((?: [^\n#]*)?)")
MOST_PICTURE_BYTES = 200_000


def sections(page: str) -> dict[str, str]:
    """The text under each heading of a page of docs/, up to the next heading."""
    _, *parts = HEADING.split((DOCS / page).read_text(encoding="utf-8"))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def rows(text: str) -> Iterator[list[str]]:
    """The cells of each table row that begins with `code`."""
    for line in text.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.replace(r"\|", "/").strip("|").split("|")]


def first_words(text: str) -> list[str]:
    """The first word of each `code` in the first column of a section's tables."""
    return [code.split()[0] for cells in rows(text) for code in CODE.findall(cells[0])]


# commands


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command and of each of its parts, by its name on the command line."""
    found: dict[str, argparse.ArgumentParser] = {}
    for name in COMMANDS:
        parser = argparse.ArgumentParser(prog=name)
        importlib.import_module(f"companion.commands.{name.replace('-', '_')}").add_arguments(parser)
        found[name] = parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                found |= {f"{name} {part}": each for part, each in action.choices.items()}
    return found


PARSERS = parsers()


def arguments_of(name: str) -> set[str]:
    """Every option and every named argument of a command."""
    told = set[str]()
    for action in PARSERS[name]._actions:
        if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
            continue
        told |= set(action.option_strings or [str(action.metavar or action.dest)])
    return told


def own_arguments(name: str) -> set[str]:
    """A command's arguments; what a part shares with its command is told there."""
    whole, _, part = name.partition(" ")
    return arguments_of(name) - (arguments_of(whole) if part else set())


def test_every_command_has_its_section_and_no_other_has_one() -> None:
    headings = {heading.removeprefix("companion ") for heading in sections("commands.md")}
    assert headings == set(PARSERS)


@pytest.mark.parametrize("name", PARSERS)
def test_every_option_is_documented_and_exists(name: str) -> None:
    assert set(first_words(sections("commands.md")[f"companion {name}"])) == own_arguments(name)


def told_help(name: str) -> dict[str, str]:
    """What the page says of each argument of a command."""
    return {
        CODE.findall(cells[0])[0].split()[0]: cells[1].replace("`", "")
        for cells in rows(sections("commands.md")[f"companion {name}"])
    }


@pytest.mark.parametrize("name", PARSERS)
def test_every_option_is_described_as_its_help_does(name: str) -> None:
    helps = {
        (action.option_strings or [str(action.metavar or action.dest)])[0]: str(action.help)
        for action in PARSERS[name]._actions
    }
    told = told_help(name)
    assert told == {argument: helps[argument] for argument in told}


def pieces_of_code(text: str) -> list[str]:
    """Code blocks, fenced or indented, and `code` inside sentences."""
    fenced, plain = FENCE.findall(text), FENCE.sub("", text)
    return [*fenced, *re.findall(r"(?m)^ {4}(.*)$", plain), *CODE.findall(plain)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_named_anywhere_exist_with_their_options(page: Path) -> None:
    for command, rest in SAID.findall("\n".join(pieces_of_code(page.read_text(encoding="utf-8")))):
        assert command in {*COMMANDS, "test"}, f"there is no command {command}"
        if command != "test":
            words = rest.split()
            name = f"{command} {words[0]}" if words and f"{command} {words[0]}" in PARSERS else command
            options = {word for word in words if re.match(r"--?[a-z]", word)}
            assert options <= arguments_of(name) | {"--help"}, f"{command}{rest}"


# config


def keys_of(settings: Any) -> dict[str, str]:
    """Each plain key with its default as the file writes it."""
    plain = (field.name for field in dataclasses.fields(settings) if "check" in field.metadata)
    return {name: written(getattr(settings, name)) for name in plain}


def test_every_config_key_is_documented_with_its_default() -> None:
    config = Config()
    parts = {f"[{field.name}]": getattr(config, field.name) for field in dataclasses.fields(config)}
    wanted = {head: keys_of(value) for head, value in parts.items() if dataclasses.is_dataclass(value)}
    wanted["At the top"] = keys_of(config)
    told = {
        head: {CODE.findall(cells[0])[0]: CODE.findall(cells[1])[0] for cells in rows(text)}
        for head, text in sections("config.md").items()
    }
    assert told == wanted


# games


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_code_is_documented_and_exists(game: str) -> None:
    assert first_words(sections(f"{game}.md")["What it checks"]) == list(load_game(game).codes)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_page_has_the_same_parts(game: str) -> None:
    wanted = {"What it checks", "What it asks", "Rulings", "What it cannot know"}
    assert wanted <= set(sections(f"{game}.md"))


def test_every_approach_card_is_documented_with_its_sentence() -> None:
    told = {CODE.findall(cells[0])[0]: cells[1] for cells in rows(sections("elevation.md")["Approach cards"])}
    assert told == {card: load_locale("en").say(f"approach.{card}") for card in CARDS}


@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_documented_and_exists(game: str) -> None:
    events = {kind.do for kind in load_game(game).events}
    pages = sections("records.md")
    told = set(re.findall(r'"do": "([a-z-]+)"', pages[f"Events of {game}"] + pages["Events of all games"]))
    shared = {"undo", "note", "stuck", "count"}
    assert told - shared == events - shared


# screens


def test_every_screen_is_documented_and_exists() -> None:
    samples = list(all_samples(load_locale("en")))
    kinds = {type(sample.screen).__name__ for sample in samples}
    table = list(rows(sections("screens.md")["Every screen"]))
    assert {CODE.findall(cells[0])[0] for cells in table} == kinds
    pairs = {(type(sample.screen).__name__, sample.name) for sample in samples}
    assert {(CODE.findall(cells[0])[0], name) for cells in table for name in CODE.findall(cells[1])} <= pairs


def every_kind(kind: type) -> Iterator[type]:
    """All classes that derive from one."""
    for each in kind.__subclasses__():
        yield each
        yield from every_kind(each)


def test_no_screen_is_without_a_sample() -> None:
    kinds = [kind for sample in all_samples(load_locale("en")) for kind in type(sample.screen).mro()]
    shown = {kind.__name__ for kind in kinds}
    ours = {each.__name__ for each in every_kind(Screen) if each.__module__.startswith("companion.screens")}
    assert ours <= shown


QUOTES = {
    "guide.md": ("en", re.compile(r'"([^"\n]+)"')),
    "guide.fr.md": ("fr", re.compile(r"«\u00a0([^»]+)\u00a0»")),
}


@pytest.mark.parametrize("page", QUOTES)
def test_the_guide_quotes_the_screen_word_for_word(page: str) -> None:
    language, quote = QUOTES[page]
    said = "\n".join(load_locale(language).sentences.values())
    text = (DOCS / page).read_text(encoding="utf-8")
    quoted = set(quote.findall(text))
    assert quoted
    assert {each for each in quoted if each not in said} == set()


# links and pictures


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            targets = LINK.findall(page.read_text(encoding="utf-8"))
            waiting += [(page.parent / target).resolve() for target in targets if "://" not in target]
    assert set(PAGES) <= reached


def test_every_picture_is_shown_and_small() -> None:
    shown = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    for picture in PICTURES:
        assert f"pictures/{picture.name}" in shown
        assert picture.stat().st_size < MOST_PICTURE_BYTES
