"""Results of assaults (13.11), retreats (chapter 11) and advances (13.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from grognard.engine import Match, Procedure
from grognard.games.hannut_1940.rules.odds import Assault
from grognard.games.hannut_1940.rules.results import Advance, Suffering, advance, apply_results
from grognard.games.hannut_1940.rules.retreat import retreat_cells
from grognard.games.hannut_1940.state import Mark
from grognard.games.hannut_1940.tables import Obligation
from tests.games.hannut_1940.position import cell, game, number, study

HQS = "4Pz-HQ 5501 \n 3DLM-HQ 5510"


class Table:
    """An assault whose result is given; decisions are answered from a list, by verb or by whole text."""

    def __init__(
        self, lines: str, attackers: str, result: Sequence[str], dice: Sequence[int] = (), target: str = "5505",
        turn: int = 4, **options: Any,
    ) -> None:  # fmt: skip
        self.match: Match = study(
            "movement german", f"{HQS} \n {lines} \n awake german", dice=dice, turn=turn, **options
        )
        self.g = game(self.match)
        self.a = Assault(self.g, [number(self.match, uid) for uid in attackers.split()], cell(self.match, target))
        self.a.units[1] = list(self.g.stack[self.a.cell])
        self.a.lead = [self.a.units[0][0], self.a.units[1][0]]
        self.result = [Obligation.from_text(text) for text in result]
        self.asked: list[str] = []

    def play(self, *answers: str, then: str = "") -> Table:
        """Apply the result; of what is asked the first answer that fits is taken, else the first option."""
        self.run(apply_results(self.a, self.result), list(answers))
        if then:
            self.run(advance(self.a), then.split(";"))
        return self

    def run(self, procedure: Procedure, answers: list[str]) -> None:
        action = None
        while True:
            try:
                decision = procedure.send(action)
            except StopIteration:
                return
            self.asked.append(f"{decision.side} {decision.kind}")  # type: ignore[union-attr]
            options = [self.match.write(a) for a in decision.options]  # type: ignore[union-attr]
            fits = [text for answer in answers for text in options if text == answer or text.split()[0] == answer]
            if fits:
                answers.remove(next(a for a in answers if fits[0] == a or fits[0].split()[0] == a))
            action = decision.options[options.index(fits[0] if fits else options[0])]  # type: ignore[union-attr]

    def unit(self, uid: str) -> tuple[str, int, int]:
        """Where it is, its steps and its fatigue."""
        n = number(self.match, uid)
        state = self.g.state
        return self.match.setting.place_name(state.loc[n]), state.steps[n], state.fatigue[n]


ONE = "I/12Sch 5504 mark=PA \n I/11RDP 5505"


# -- 13.11 --


def test_13_11_the_attacker_satisfies_his_obligations_first() -> None:
    """13.11, 13.11.5, HAN-191."""
    table = Table(ONE, "I/12Sch", ["2", "1"], dice=[0, 0]).play("stay", "tire", "stay")
    assert [entry.split()[0] for entry in table.asked] == ["german", "german", "french"]
    assert table.unit("I/12Sch") == ("5504", 2, 1)
    assert table.unit("I/11RDP") == ("5505", 2, 0)


def test_13_11_1_a_failed_check_adds_a_discretionary_obligation() -> None:
    """13.11.1, ruling C28: the lead unit, PR 5 in defence; HAN-302 with a pass nothing is left."""
    table = Table(ONE, "I/12Sch", ["-", "*"], dice=[6]).play("give")
    assert table.unit("I/11RDP")[0] == "5506"
    table = Table(ONE, "I/12Sch", ["-", "*"], dice=[5]).play()
    assert table.unit("I/11RDP") == ("5505", 3, 0)
    assert table.asked == []


def test_13_11_2_mandatory_losses_and_what_follows_them() -> None:
    """13.11.2, 13.11.6, HAN-194: every unit once, then fatigue or more losses."""
    table = Table(ONE, "I/12Sch", ["-", "(3)"]).play("tire", "tire")
    assert table.unit("I/11RDP") == ("5505", 2, 2)
    table = Table(f"{ONE} \n II/11RDP 5505", "I/12Sch", ["-", "(2)"]).play()
    assert [table.unit(uid)[1] for uid in ("I/11RDP", "II/11RDP")] == [2, 2]


def test_13_11_4_the_lead_and_the_armor_unit_lose_first() -> None:
    """13.11.4, HAN-188: the lead, then the unit whose armor rating was used, then as the owner wishes."""
    table = Table("I/12Sch 5504 \n I/11RDP 5505 \n I/1Cuir 5505 \n I/11RDP-H35 5505", "I/12Sch", ["-", "(2)"])
    find = table.match.setting.unit_number
    table.a.lead[1], table.a.armor[1] = find("I/11RDP"), find("I/1Cuir")
    table.play()
    assert [table.unit(uid)[1] for uid in ("I/11RDP", "I/1Cuir", "I/11RDP-H35")] == [2, 1, 1]


def test_13_11_6_recon_alone_may_convert() -> None:
    """13.11.6."""
    table = Table("I/12Sch 5504 \n II/12Cuir 5505", "I/12Sch", ["-", "(1)"], dice=[0]).play("convert", "give")
    assert table.unit("II/12Cuir")[:2] == ("5506", 2)
    table = Table("I/12Sch 5504 \n II/12Cuir 5505", "I/12Sch", ["-", "(1)"], dice=[9]).play("convert")
    assert table.unit("II/12Cuir")[:2] == ("5505", 1)


def test_13_11_7_a_retreat_satisfies_hex_by_hex() -> None:
    """13.11.3, 13.11.7, HAN-197, ruling C26: two hexes for two obligations, no losses."""
    table = Table("I/12Sch 5504 \n I/1RTM 5505", "I/12Sch", ["-", "2"]).play("give")
    where, steps, fatigue = table.unit("I/1RTM")
    assert (steps, fatigue) == (3, 0)
    assert table.g.setting.grid.distance(table.a.cell, cell(table.match, where)) == 2


def test_13_11_7_an_attacker_on_foot_retreats_one_hex() -> None:
    """11.2, 13.11.5, HAN-200: then a loss or fatigue; the defender has one less."""
    lines = "I/30Inf 5504 \n 18-HQ 5502 \n I/11RDP 5505"
    table = Table(lines, "I/30Inf", ["2", "1"]).play("give", "tire")
    assert table.unit("I/30Inf")[0] == "5503"
    assert table.unit("I/30Inf")[2] == 1
    assert table.unit("I/11RDP") == ("5505", 3, 0)


def test_13_11_7_staying_in_order() -> None:
    """13.11.7, HAN-203: one step loss, then any combination."""
    table = Table(ONE, "I/12Sch", ["-", "1"], dice=[5]).play("stay")
    assert table.unit("I/11RDP") == ("5505", 2, 0)
    table = Table(ONE, "I/12Sch", ["-", "3"], dice=[5]).play("stay", "tire", "give")
    assert table.unit("I/11RDP") == ("5506", 2, 1)


@pytest.mark.parametrize(("option", "hexes"), [("full", "5509"), ("needed", "5507")])
def test_13_11_7_driven_back(option: str, hexes: str) -> None:
    """13.11.7, ruling C27: a failed check means the full distance, the first hex free, and a step loss."""
    table = Table(ONE, "I/12Sch", ["-", "1"], dice=[6], failed_stay=option).play("stay")
    where, steps, _ = table.unit("I/11RDP")
    assert (where[2:], steps) == (hexes[2:], 2)


def test_13_11_7_no_way_back() -> None:
    """13.11.7, HAN-206: one loss, then fatigue or losses for all."""
    ring = "I/35Pz 5506 \n II/35Pz 5405 \n I/36Pz 5605 \n II/36Pz 5406 \n II/12Sch 5606"
    table = Table(f"{ONE} \n II/11RDP 5505 \n {ring}", "I/12Sch", ["-", "3"], dice=[9]).play("stay", "tire", "tire")
    assert sorted(table.unit(uid)[1] for uid in ("I/11RDP", "II/11RDP")) == [2, 3]
    assert {table.unit(uid)[2] for uid in ("I/11RDP", "II/11RDP")} == {2}


def test_13_11_5_the_stay_check_uses_the_lowest_defensive_pr() -> None:
    """13.11.5, ruling C28: for attackers too."""
    table = Table("I/35Pz 5504 \n I/11RDP 5505", "I/35Pz", ["1", "-"], dice=[7]).play("stay")
    assert table.unit("I/35Pz")[0] != "5504", "7 beats the defensive 6, although the attack PR is 7"


def test_13_11_7_what_nobody_can_take_is_ignored() -> None:
    """13.11.7, ruling C49."""
    table = Table(
        "I/12Sch 5504 \n I/11RDP 5505 fatigue=2 \n I/35Pz 5506 \n II/35Pz 5406 \n I/36Pz 5606", "I/12Sch", ["-", "3"]
    )
    sufferer = Suffering(table.a, 1, Obligation(discretionary=3))
    table.run(sufferer.hits.absorb(3), ["lose"])
    assert table.unit("I/11RDP")[1] == 2


# -- 11.1 to 11.4 --


def best(lines: str, uid: str) -> set[str]:
    match = study("movement german", lines)
    g = game(match)
    unit = number(match, uid)
    return {match.setting.grid.ids[c] for c in retreat_cells(g, [unit], g.state.loc[unit], [])}


def test_11_3_retreat_priorities() -> None:
    """11.1, 11.3, ruling C66: farther, not next to enemies, nearer to the HQ, no overstack; else the map edge."""
    assert best("I/11RDP 5505 \n 3DLM-HQ 5510 \n I/12Sch 5504", "I/11RDP") == {"5506"}
    assert best("I/11RDP 5505 \n I/12Sch 5605", "I/11RDP") == {"5405", "5406"}, "to the west"
    crowded = "I/11RDP 5505 \n 3DLM-HQ 5510 \n I/12Sch 5504 \n II/11RDP 5506 \n III/11RDP 5506"
    assert best(crowded, "I/11RDP") == {"5506"}, "nearer to the HQ comes before room"


def test_11_1_markers_come_off_and_a_static_hq_goes_mobile() -> None:
    """11.1, 9.1.1, 10.3.5, HAN-134."""
    table = Table(
        "I/12Sch 5504 \n I/11RDP 5505 mark=CR \n 3DLM-HQ 5505 \n static 3-dlm \n bp 3-dlm=7 \n level 3-dlm=12",
        "I/12Sch",
        ["-", "1"],
    ).play("give")
    assert table.g.state.mark[number(table.match, "I/11RDP")] == Mark.NONE
    assert table.g.state.static == []
    assert table.g.state.bp["3-dlm"] == 3


def test_11_2_mech_units_stop_in_woods_off_the_road() -> None:
    """11.2."""
    woods = "terrain woods 5506 5405 5406 5605 5606 5504 \n"
    table = Table(woods + ONE, "I/12Sch", ["-", "1"], dice=[9]).play("stay")
    assert table.g.setting.grid.distance(table.a.cell, table.g.state.loc[number(table.match, "I/11RDP")]) == 1


def test_11_2_retreated_units_do_not_defend_and_lose_last() -> None:
    """11.2."""
    table = Table("I/12Sch 5504 \n I/11RDP 5505 retreated \n II/11RDP 5505", "I/12Sch", ["-", "(1)"])
    table.a.lead[1] = number(table.match, "II/11RDP")
    table.play()
    assert table.unit("II/11RDP")[1] == 2
    assert table.unit("I/11RDP")[1] == 3


def test_11_4_a_halt_on_the_way_costs_a_step() -> None:
    """11.4, 6.6."""
    halt = "I/35Pz 5408 \n II/35Pz 5608 \n I/36Pz 5407 \n II/36Pz 5607 \n static 4-pz \n bp 4-pz=3 \n level 4-pz=9"
    table = Table(f"{ONE} \n {halt}", "I/12Sch", ["-", "2"]).play("give")
    assert table.unit("I/11RDP")[1] < 3


def test_10_3_12_as_markers_travel_with_a_retreat() -> None:
    """10.3.12, 13.7.5, ruling C51."""
    table = Table(f"{ONE} \n shifts 5505=1", "I/12Sch", ["-", "1"]).play("give")
    assert table.g.state.shifts == {cell(table.match, "5506"): 1}


# -- 13.12 --


def test_13_12_ta_units_advance_one_hex() -> None:
    """13.12, HAN-209, ruling C34."""
    table = Table("I/12Sch 5504 mark=TA \n I/11RDP 5505", "I/12Sch", ["-", "3"]).play("give", then="advance;advance")
    assert table.unit("I/12Sch")[0] == "5505"


def test_13_12_pa_mech_units_follow_the_retreat_path() -> None:
    """13.12, HAN-212: four hexes at most, along the path."""
    table = Table("I/35Pz 5504 mark=PA \n I/11RDP 5505", "I/35Pz", ["-", "3"]).play("give")
    path = [c for back in table.a.suffering[1].backs for c in back.path]
    going = Advance(table.a)
    assert going.most(table.a.units[0][0]) == 4
    table.run(advance(table.a), ["advance", "advance", "end"])
    assert table.g.state.loc[table.a.units[0][0]] in path


def test_13_12_after_elimination_two_hexes_in_any_direction() -> None:
    """13.12."""
    table = Table("I/35Pz 5504 mark=PA \n AT47-3DLM 5505", "I/35Pz", ["-", "(1)"]).play()
    going = Advance(table.a)
    assert going.destroyed
    assert going.most(table.a.units[0][0]) == 2
    table.run(advance(table.a), ["advance", "advance I/35Pz 5406", "end"])
    assert table.unit("I/35Pz")[0] == "5406"


def test_13_12_no_advance_after_the_attackers_retreat_nor_into_an_overstack() -> None:
    """13.12, 13.11.5, HAN-215."""
    table = Table("I/12Sch 5504 mark=PA \n AT47-3DLM 5505", "I/12Sch", ["1", "(1)"]).play("give", then="advance")
    assert table.unit("I/12Sch")[0] != "5505"
    table = Table("I/12Sch 5504 mark=PA \n II/12Sch 5504 mark=PA \n III/12Sch 5605 mark=PA \n AT47-3DLM 5505",
                  "I/12Sch II/12Sch III/12Sch", ["-", "(1)"])  # fmt: skip
    table.play(then="advance I/12Sch 5505;advance II/12Sch 5505;advance III/12Sch 5505;end")
    assert [table.unit(uid)[0] for uid in ("I/12Sch", "II/12Sch")] == ["5505", "5505"] or table.unit("III/12Sch")[
        0
    ] != "5505"


def test_13_12_one_hex_at_night_and_one_more_for_recon() -> None:
    """13.12."""
    table = Table("Auf7-Kr 5504 mark=PA \n AT47-3DLM 5505", "Auf7-Kr", ["-", "(1)"]).play()
    assert Advance(table.a).most(table.a.units[0][0]) == 3
    table = Table("I/35Pz 5504 mark=PA \n AT47-3DLM 5505", "I/35Pz", ["-", "(1)"], turn=6).play()
    assert Advance(table.a).most(table.a.units[0][0]) == 1


@pytest.mark.parametrize(("option", "mech"), [("drop", 4), ("together", 2)])
def test_11_2_a_mixed_stack(option: str, mech: int) -> None:
    """11.2, ruling C76: Leg units are dropped at their limit, or the stack stops with them."""
    lines = "I/12Sch 5504 \n I/1RTM 5505 \n GRDI80 5505"
    table = Table(lines, "I/12Sch", ["-", "1"], dice=[9], mixed_retreat=option).play("stay")
    far = {
        uid: table.g.setting.grid.distance(table.a.cell, table.g.state.loc[number(table.match, uid)])
        for uid in ("I/1RTM", "GRDI80")
    }
    assert far == {"I/1RTM": 2, "GRDI80": mech}


@pytest.mark.parametrize(("option", "hexes", "tired"), [("drop", 3, (1, 0)), ("together", 2, (1, 1))])
def test_13_11_7_a_mixed_stack_parts_ways(option: str, hexes: int, tired: tuple[int, int]) -> None:
    """13.11.7, 11.2, ruling C76: Leg units pay the third obligation, Mech units walk it off."""
    lines = "I/12Sch 5504 \n I/1RTM 5505 \n GRDI80 5505"
    table = Table(lines, "I/12Sch", ["-", "3"], mixed_retreat=option).play("give", "tire")
    mech = table.g.state.loc[number(table.match, "GRDI80")]
    assert table.g.setting.grid.distance(table.a.cell, mech) == hexes
    assert (table.unit("I/1RTM")[2], table.unit("GRDI80")[2]) == tired
