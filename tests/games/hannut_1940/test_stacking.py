"""Stacking (chapter 7), fog of war (7.3)."""

from __future__ import annotations

import pytest

from grognard.games.hannut_1940.rules.stacking import legal_parts, may_share
from tests.games.hannut_1940.position import allowed, game, number, of_kind, play, refused, study


@pytest.mark.parametrize(
    ("units", "legal"),
    [
        ("I/12Sch II/12Sch Auf7-Kr", True),
        ("I/12Sch II/12Sch III/12Sch", False),
        ("I/12Sch II/12Sch Flak-4Pz 4/35Pz", True),  # HAN-062: one AFV company is free with an infantry battalion
        ("I/35Pz II/35Pz Flak-4Pz 4/36Pz", False),
        ("I/12Sch II/12Sch 4/35Pz 8/35Pz Flak-4Pz", False),
        ("I/11RDP II/11RDP Eng1-3DLM AT47-3DLM", False),  # HAN-065
        ("I/12Sch Auf7-Sp Auf7-Kr Flak-4Pz", True),  # companies of one battalion count as one
        ("I/12Sch II/12Sch Auf7-Sp Auf7-Kr", False),
    ],
)
def test_7_1_stacking_limits(units: str, legal: bool) -> None:
    """7.1, 5.1, 5.1.2, 5.1.3."""
    match = study("movement german", "I/30Inf 5501")
    numbers = tuple(number(match, uid) for uid in units.split())
    assert bool(may_share(game(match), numbers)) == legal


def test_5_2_personnel_and_vehicles() -> None:
    """5.2, 5.2.1, 5.2.2, 5.3, ruling D01: who walks, who builds, who lies on top."""
    match = study("movement german", "I/30Inf 5501")
    units = {u.id: u for u in game(match).setting.units}
    assert all(units[uid].personnel for uid in ("I/12Sch", "Pio79", "Auf7-Kr"))
    assert not any(units[uid].personnel for uid in ("I/35Pz", "Auf7-Sp", "PzJg49", "Flak-4Pz", "4Pz-HQ"))
    g = game(match)
    assert g.setting.ways[number(match, "I/12Sch")] == (0, 1, 2)
    assert g.setting.ways[number(match, "I/35Pz")] == (0, 1)
    assert g.setting.ways[number(match, "I/30Inf")] == (0, 2)
    assert (units["Auf7-Sp"].recon, units["Auf7-Sp"].afv) == (True, False)


def test_7_0_nobody_overstacks_by_his_own_will() -> None:
    """7.0, 7.1: but may pass through."""
    match = study("movement german", "I/12Sch 5504 \n II/12Sch 5504 \n I/35Pz 5503")
    refused(match, "move I/35Pz 5504", "7.1", "two of them battalions")
    assert allowed(match, "move I/35Pz 5505")


def test_7_0_an_overstack_must_be_corrected() -> None:
    """7.0: in the next phase of movement, by a unit that can move."""
    lines = "I/12Sch 5504 \n II/12Sch 5504 \n III/12Sch 5504"
    match = study("movement german", lines)
    refused(match, "end", "7.0", "overstack in 5504")
    play(match, "move I/12Sch 5503")
    assert match.check("end")
    marked = "\n".join(f"{line.strip()} mark=CR" for line in lines.split("\n"))
    assert study("movement german", marked).check("end"), "nobody there can move"


def test_7_2_a_legal_part_of_an_overstack_fights() -> None:
    """7.2: the largest that fit."""
    match = study("movement german", "I/12Sch 5504 \n II/12Sch 5504 \n III/12Sch 5504")
    g = game(match)
    assert [len(part) for part in legal_parts(g, g.stack[g.state.loc[number(match, "I/12Sch")]])] == [2, 2, 2]


# -- 7.3 --


def shown(match: object, side: str) -> tuple[set[str], list[tuple[str, str]]]:
    view = match.view(side)  # type: ignore[attr-defined]
    return {u["id"] for u in view["units"]}, [(c["loc"], c["label"]) for c in view["covered"]]


def test_7_3_only_the_top_unit_shows_and_an_afv_lies_on_top() -> None:
    """7.3, HAN-068, HAN-071: the height of the stack and its markers show, the units below do not."""
    match = study("movement german", "II/11RDP 5504 \n I/1Cuir 5504 \n Eng1-3DLM 5504 mark=CR \n I/12Sch 5601")
    units, covered = shown(match, "german")
    assert "I/1Cuir" in units
    assert not {"II/11RDP", "Eng1-3DLM"} & units
    assert sorted(covered) == [("5504", ""), ("5504", "CR")]
    assert {"II/11RDP", "I/1Cuir", "Eng1-3DLM"} <= shown(match, "french")[0]


def test_7_3_an_improved_position_covers_all_and_recon_lifts_the_first() -> None:
    """7.3."""
    lines = "II/11RDP 5504 \n I/1Cuir 5504 \n ip 5504=2"
    units, covered = shown(study("movement german", f"{lines} \n I/12Sch 5503"), "german")
    assert not {"II/11RDP", "I/1Cuir"} & units
    assert len(covered) == 2
    units, covered = shown(study("movement german", f"{lines} \n Auf7-Kr 5503"), "german")
    assert "I/1Cuir" in units
    assert "II/11RDP" not in units


def test_7_3_adjacent_recon_sees_the_whole_stack() -> None:
    """7.3: without an improved position."""
    units, covered = shown(study("movement german", "II/11RDP 5504 \n I/1Cuir 5504 \n Auf7-Kr 5503"), "german")
    assert {"II/11RDP", "I/1Cuir"} <= units
    assert not covered


def test_7_3_moves_under_cover_are_heard_without_names() -> None:
    """7.3."""
    match = study("movement french", "I/1Cuir 5504 \n II/11RDP 5504 \n I/2Cuir 5506 \n I/12Sch 6001")
    play(match, "move II/11RDP 5506")
    heard = match.log("german")[-1]
    assert "Something" in heard
    assert "11RDP" not in heard
    assert "II/11RDP" in match.log("french")[-1]


def test_7_3_fire_reveals_nothing_but_modifiers_and_losses_have_no_name() -> None:
    """7.3, 10.3.1: step losses under cover are heard as such."""
    match = study(
        "artillery-active german",
        "4Pz-HQ 5502 \n static 4-pz \n bp 4-pz=9 \n level 4-pz=9 \n I/12Sch 5503 mark=PA \n I/1Cuir 5504 \n "
        "II/11RDP 5504",
        dice=[9, 0],
    )
    play(match, "fire I/12Sch at 5504 with 8")
    play(match, "stay")
    events = play(match, "lose II/11RDP")
    assert of_kind(events, "loss")
    assert not any("11RDP" in line for line in match.log("german"))
    assert any("A unit in 5504 loses a step" in line for line in match.log("german"))
