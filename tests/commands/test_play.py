"""A game in the terminal, typed through a pipe."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import grognard
from grognard.commands.play import Wish, in_the_browser, route_of
from grognard.errors import GrognardError, NotUnderstood
from tests.commands.conftest import Run

ALONE = ("play", "marne-1914", "--seed", "3", "--against", "none")
"""Both sides at one screen; the Entente begins with its army boundaries."""


TO_COMBAT = ("end", "end", "move MRCN 3914", "end")
"""From the start to the Entente's first Combat Phase with as little as possible."""


def session(run: Run, *lines: str, arguments: tuple[str, ...] = ALONE) -> str:
    result = run(*arguments, typed="\n".join(lines) + "\n")
    assert result.exit_code == 0
    return result.output


def test_a_question_names_turn_phase_side_and_case(run: Run) -> None:
    shown = session(run, "quit")
    assert "The First Battle of the Marne, 1914: counter-attack, seed 3" in shown
    assert "You play Central Powers and Entente." in shown
    assert "-- turn 9, boundary; Central Powers 2 VP" in shown
    assert "Entente: shift army boundaries [5.2.1]" in shown


def test_a_move_is_typed_as_the_game_writes_it(run: Run) -> None:
    shown = session(run, "end", "move 5Div 2014", "log 1")
    assert "Entente: move units [6.1.1]" in shown
    assert shown.count("5Div moves to 2014 (move, 2 MP). [6.1.1]") == 2


def test_what_can_act_and_what_a_unit_can_do(run: Run) -> None:
    shown = session(run, "?", "end", "?", "? 5Div", "5div")
    assert "also: shift 6/BEF  shift BEF/5  shift 5/9  end" in shown
    assert "typed as: shift WORD CELL; end" in shown
    assert "5Div@2015" in shown
    assert shown.count("move 5Div  2 MP: 1814 1815 1816 1917 2014 2117 2216") == 2


def test_the_referee_gives_the_case(run: Run) -> None:
    shown = session(run, "why move 5Div 2014", "end", "why move 5Div 2014", "why move 5Div 1001", "move 5Div 1001")
    assert "refused by 6.1.1: 'move' is only possible in the Movement Segment" in shown
    assert "allowed by 6.1.1" in shown
    assert shown.count("refused by 6.1.6: 1001 costs 22 MP, 5Div has 4") == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mvoe 5Div 2014", "not understood: 'mvoe 5Div 2014'; did you mean 'move'?"),
        ("xyzzy", "not understood: 'xyzzy'; type ? for what you can do, help for the commands"),
        ("move 5Dvi 2014", "no unit is called '5Dvi'; did you mean '5Div'?"),
        ("move 5Div 9999", "there is no hex 9999 on this map; the nearest is"),
        ("move 5Div", "needs a cell: write 'move UNIT CELL'"),
        ("? 9XX", "'9XX' is no hex number"),
        ("map 0101", "there is no hex 0101 on this map"),
        ("map 10DC", "10DC is not on the map (cadre)"),
        ("units romans", "there is no side 'romans'; the sides are cp, entente"),
        ("log many", "'many' should be a whole number above zero"),
        ("save", "name the file"),
        ("load", "name the file"),
        ("load /no/such/file", "no such file"),
        ("save /no/such/folder/file", "cannot be written"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(run: Run, line: str, said: str) -> None:
    shown = session(run, "end", line, "move 5Div 2014")
    assert said in shown
    assert "5Div moves to 2014" in shown


def test_odds_of_an_attack_are_exact_although_it_is_only_declared(run: Run) -> None:
    shown = session(run, *TO_COMBAT, "odds attack 2214 by 3Div")
    assert "3Div will attack 2214." in shown
    assert "then resolve:" in shown
    assert "2214: defender loses" in shown
    shares = [Fraction(share) for share in re.findall(r"\s(1|\d/\d)\s+│ 2214: defender", shown)]
    assert sum(shares) == 1
    assert len(shares) > 1


def test_undo_takes_back_and_stops_at_dice(run: Run) -> None:
    shown = session(run, "end", "move 5Div 2014", "undo", "move 5Div 2115", "undo!", "undo", "undo")
    assert "taken back: move 5Div 2014" in shown
    assert "taken back: move 5Div 2115" in shown
    assert "taken back: end" in shown
    assert "you have nothing to take back" in shown
    stopped = session(run, "end", "end", "auto 1", "undo", "undo!")
    assert "dice were rolled since, or something was revealed; 'undo!' takes that back too" in stopped
    assert "taken back: move MRCN" in stopped


def test_maps_and_units(run: Run) -> None:
    shown = session(run, "map", "map 3CavB", "map 2215 1", "units entente")
    assert "p paris" in shown
    assert "[2216 .]" in shown
    assert "3CavB 1/1" in shown
    assert "road to 2214, 2316, 2116" in shown
    assert "61e division de réserve" in shown
    assert "3. Infanterie-Division" not in shown


def test_the_map_shows_every_unit_in_its_place(run: Run) -> None:
    lines = session(run, "map").splitlines()
    top = next(n for n, line in enumerate(lines) if line.strip().startswith("10  12  14"))
    row_13 = lines[top + 2 + 2 * 12]
    assert row_13.startswith("13")
    assert row_13[4 + 2 * (19 - 10) :].startswith("G1")  # 3ID in 1913
    assert row_13[4 + 2 * (17 - 10) :].startswith("F1")  # 3DC in 1713


def test_the_opponent_plays_and_is_summed_up(run: Run) -> None:
    alone = ("play", "marne-1914", "--seed", "3", "--side", "entente")
    shown = session(run, *TO_COMBAT, "end", "quit", arguments=alone)
    assert "You play Entente." in shown
    assert "Central Powers (sergeant): " in shown
    assert "cp>" not in shown


def test_a_bot_can_be_the_opponent(run: Run) -> None:
    sergeant = ("play", "marne-1914", "--seed", "3")
    shown = session(run, *TO_COMBAT, "end", "undo!", "end", arguments=sergeant)
    assert shown.count("Central Powers (sergeant): ") == 2
    first, again = re.findall(r"Central Powers \(sergeant\): (.*)", shown)
    assert first
    assert again
    assert "future dice will differ from the ones you saw" in shown


def test_save_and_load(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sunday.json"
    session(run, "end", "move 5Div 2014", f"save {file}")
    match = grognard.load(file)
    assert match.number == 2
    shown = session(run, "log 1", "quit", arguments=("play", "--load", str(file), "--against", "none"))
    assert "5Div moves to 2014" in shown
    again = session(run, f"load {file}", "undo")
    assert "loaded" in again
    assert "taken back: move 5Div 2014" in again


def test_a_damaged_save_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text('{"grognard": 1, "game": "marne-1914"}', encoding="utf-8")
    result = run("play", "--load", file)
    assert result.exit_code == 2
    assert "the save is damaged" in result.stderr


def test_a_whole_match_ends_with_its_points(run: Run) -> None:
    shown = session(run, "auto 100000", "move 5Div 2014", "why end", "save /dev/null/x", "quit")
    assert "The match is over: " in shown
    assert "Points" in shown
    assert "total" in shown
    assert "the match is over; 'undo!'" in shown
    assert "the match is over: nothing to decide" in shown


def test_a_word_of_the_game_wins_and_a_stroke_makes_it_a_command(run: Run) -> None:
    shown = session(run, "/log 1", "/?", "/help")
    assert "player turn" in shown
    assert "the referee's ruling, with its case" in shown


def test_in_a_process_of_its_own_with_a_pipe() -> None:
    command = [sys.executable, "-m", "grognard.cli", "play", "marne-1914", "--seed", "3"]
    done = subprocess.run(command, input="end\nmove 5Div 2014\n", capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "entente> move 5Div 2014\n5Div moves to 2014 (move, 2 MP). [6.1.1]" in done.stdout
    assert done.stderr == ""


def test_what_is_named_on_the_command_line_is_chosen_in_the_page(tmp_path: Path) -> None:
    wish = Wish("marne-1914", "full-battle", "7", {"setup": "free"}, "cp", "colonel", None)
    asked = "scenario=full-battle&seed=7&side=cp&against=colonel&option=setup%3Dfree"
    assert route_of(wish) == f"/start/marne-1914?{asked}"
    assert route_of(wish._replace(overlay=tmp_path)).endswith(f"&values={tmp_path.name}")
    assert route_of(Wish(None, None, None, {}, None, "sergeant", None)) == ""
    for wrong in (wish._replace(side="french"), wish._replace(against="napoleon"), wish._replace(scenario="x")):
        with pytest.raises(GrognardError):
            route_of(wrong)


def test_the_page_refuses_what_it_cannot_honour(tmp_path: Path) -> None:
    nothing = Wish(None, None, None, {}, None, "sergeant", None)
    with pytest.raises(NotUnderstood, match="need --text"):
        in_the_browser(nothing._replace(side="cp"), tmp_path / "x.json", None)
    with pytest.raises(NotUnderstood, match="no such file"):
        in_the_browser(nothing, tmp_path / "x.json", None)
    with pytest.raises(NotUnderstood, match="say which game"):
        in_the_browser(nothing._replace(seed="7"), None, None)


def test_the_terminal_refuses_what_is_for_the_browser(run: Run, tmp_path: Path) -> None:
    result = run("play", "marne-1914", "--text", "--storage", tmp_path / "x.sqlite")
    assert result.exit_code != 0
    assert "--storage is for the browser" in result.output
