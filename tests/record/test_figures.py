"""Win rates, times, broken rules and bests."""

from companion.record.figures import Best, Rate, compute_figures
from companion.record.summary import GameSummary


def game(outcome: str, players: list[str], **more: object) -> GameSummary:
    base = {"name": "x", "game": "ascent", "modules": [], "variant": "", "began": 1.0, "ended": 2.0}
    base |= {
        "played_seconds": 60.0,
        "winners": players if outcome == "won" else [],
        "events": 9,
        "illegal": 0,
    }
    return GameSummary(outcome=outcome, players=players, **(base | more))  # type: ignore[arg-type]


GAMES = [
    game("won", ["Ann", "Ben"], modules=["goats"], turns={"Ann": [4, 40.0], "Ben": [2, 50.0]}),
    game("lost", ["Ann", "Ben"], broken={"colour": 2, "cost": 1}, illegal=2),
    game("lost", ["Ann"], modules=["goats", "panorama"], turns={"Ann": [1, 20.0]}, broken={"cost": 3}, illegal=3),
    game("open", ["Cem"], turns={"Cem": [3, 9.0]}),
    game("done", ["Ann", "Cem"], game="elevation", winners=["Cem"], totals={"Ann": 90, "Cem": 95},
         best_days={"Ann": 40, "Cem": 36}, began=7.0),
    game("done", ["Ann", "Cem"], game="elevation", winners=["Ann"], totals={"Ann": 99, "Cem": 80},
         best_days={"Ann": 37, "Cem": 38}, began=8.0),
    game("done", ["Dov"], game="elevation", winners=["Edmund Hillary"], totals={"Dov": 5, "Edmund Hillary": 300},
         best_days={"Dov": 3, "Edmund Hillary": 200}, turns={"Edmund Hillary": [2, 90.0]}, began=9.0),
    game("open", ["Ann", "Cem"], game="elevation", totals={"Ann": 200, "Cem": 0}, best_days={"Ann": 200, "Cem": 0}),
]  # fmt: skip
FIGURES = compute_figures(GAMES)


def test_win_rates_by_game() -> None:
    assert FIGURES.by_game == (Rate("ascent", 3, 1), Rate("elevation", 3, 2))


def test_win_rates_by_player_count_shared_and_own_wins() -> None:
    assert FIGURES.by_player == (Rate("Ann", 5, 2), Rate("Ben", 2, 1), Rate("Cem", 2, 1), Rate("Dov", 1, 0))


def test_win_rates_by_number_of_players_and_modules_are_of_shared_games() -> None:
    assert FIGURES.by_count == (Rate("2", 2, 1), Rate("1", 1, 0))
    assert FIGURES.by_module == (
        Rate("ascent.goats", 2, 1),
        Rate("ascent.", 1, 0),
        Rate("ascent.panorama", 1, 0),
    )


def test_time_a_turn_is_over_all_games_the_slowest_first() -> None:
    assert [(pace.player, pace.average) for pace in FIGURES.pace] == [
        ("Ben", 25.0),
        ("Ann", 12.0),
        ("Cem", 3.0),
    ]


def test_the_most_broken_rules_come_first() -> None:
    assert FIGURES.broken == (("ascent", "cost", 4), ("ascent", "colour", 2))


def test_personal_bests_are_of_finished_games() -> None:
    assert FIGURES.bests == (
        Best("Ann", 99, 8.0, 40, 7.0),
        Best("Cem", 95, 7.0, 38, 8.0),
        Best("Dov", 5, 9.0, 3, 9.0),
    )


def test_open_games_are_counted_apart() -> None:
    assert (FIGURES.games, FIGURES.open_games, FIGURES.illegal, FIGURES.played_seconds) == (8, 2, 5, 480.0)


def test_nothing_played_is_no_error() -> None:
    assert compute_figures([]).by_game == ()
    assert Rate("x", 0, 0).share == 0
