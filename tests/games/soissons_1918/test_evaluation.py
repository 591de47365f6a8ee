"""The drill of bots in Soissons 1918: where they attack, shoot, stand and give way."""

from __future__ import annotations

import pytest

from grognard.bots import make_bot
from grognard.bots.view import view_of
from grognard.engine import Match, start
from grognard.evaluation import Orders, evaluation_of
from grognard.games.soissons_1918.evaluation import SoissonsEvaluation
from grognard.games.soissons_1918.evaluation.moves import Moves
from grognard.games.soissons_1918.rules.maneuver import ManeuverOrders
from grognard.games.soissons_1918.rules.victory import turns_left
from grognard.games.soissons_1918.rules.zones import entente_towns
from grognard.games.soissons_1918.setting import ENTENTE, GERMAN
from grognard.simulate.games import Pairing, play_game
from tests.games.soissons_1918.position import cell, game, number, play, study

HQS = "HQ-I 1403 \n HQ-STAABS 1412 \n HQ-WATTER 1612 \n"


def drill(match: Match) -> SoissonsEvaluation:
    evaluation = evaluation_of(match.game, match.setting)
    assert isinstance(evaluation, SoissonsEvaluation)
    return evaluation


def orders(match: Match, careful: bool = False) -> Orders:
    evaluation, decision = drill(match), match.decision
    assert decision is not None
    found = evaluation.orders(game(match), decision.side, decision, evaluation.postures(decision.side)[0], careful)
    assert found is not None
    return found


def said(match: Match, careful: bool = False) -> list[str]:
    return [match.setting.language.write(action) for action in orders(match, careful).actions]


# -- combat --


def test_good_odds_are_taken() -> None:
    match = study("assault entente", HQS + "162DI 1405 order=prepare \n 42/17 1406 disruption=3")
    assert said(match) == ["attack 1406 by 162DI"]


def test_no_assault_without_hope() -> None:
    lines = HQS + "162DI 1405 order=prepare steps=6 disruption=2 \n 28D 1406 \n terrain ravine 1406"
    assert said(study("assault entente", lines)) == ["end"]


def test_the_first_turn_leaves_no_choice() -> None:
    """4.1: whoever stands next to the enemy attacks, even without hope."""
    lines = HQS + "162DI 1405 order=prepare steps=6 \n 28D 1406"
    assert said(study("assault entente", lines, turn=1)) == ["attack 1406 by 162DI"]


def test_guns_fire_where_an_assault_follows() -> None:
    lines = HQS + "162DI 1405 order=prepare \n 42/17 1406 \n 42/131 1607 \n 11DI 1805 \n guns entente-medium=3"
    fired = [text for text in said(study("bombard-1 entente", lines)) if text != "end"]
    assert fired
    assert all("1406" in text for text in fired)


def test_a_barrage_falls_on_those_who_attack() -> None:
    """6.2: a division that is disrupted attacks at half strength."""
    lines = HQS + "1US 1405 order=prepare \n 42/17 1406 \n guns german-heavy=3"
    assert said(study("barrage-1 entente", lines))[0] in ("bombard 1405 with heavy", "direct HQ-STAABS at 1405")


def test_points_are_not_kept_for_the_night() -> None:
    """15.2.2: what is left of the afternoon is lost."""
    lines = HQS + "162DI 1405 \n 42/17 1406 \n guns entente-heavy=2"
    assert said(study("bombard-2 entente", lines, turn=5))[0].startswith(("bombard 1406", "direct HQ-I at 1406"))


def test_the_weaker_division_bears_no_loss_that_makes_it_spent() -> None:
    values = drill(study("assault entente")).values
    match = study("assault entente", HQS + "162DI 1405 steps=5 \n 11DI 1406")
    g = game(match)
    assert values.point(g, number(match, "162DI")) > 2 * values.point(g, number(match, "11DI"))


@pytest.mark.parametrize(("steps", "answer"), [(1, "convert 1405"), (3, "hold")])
def test_nobody_holds_a_hex_with_his_last_point(steps: int, answer: str) -> None:
    """16.5.3: the point and the hex are lost either way, unless the division goes back."""
    match = study("assault german", HQS + f"28D 1406 order=prepare \n 162DI 1405 steps={steps}", turn=10, dice=[6])
    play(match, "attack 1405 by 28D")
    assert said(match) == [answer]


# -- moves and orders --


def test_a_division_takes_an_order_where_it_stands() -> None:
    match = study("maneuver entente", HQS + "162DI 1405 \n 42/17 1406 disruption=3")
    assert said(match)[0] in ("prepare 162DI", "probe 162DI 1406")


def test_nobody_prepares_in_the_afternoon() -> None:
    """Step B.6: the marker would be lost in the night."""
    lines = HQS + "162DI 1405 \n 42/17 1406 disruption=3"
    assert "prepare 162DI" in said(study("maneuver entente", lines, turn=3))
    assert "prepare 162DI" not in said(study("maneuver entente", lines, turn=5))


def test_a_move_that_is_interrupted_goes_on() -> None:
    """13.2: the enemy's emergency fallback stops a move, and the next unit's move would end it (12.0)."""
    match = study("maneuver entente", HQS + "162DI 1405 \n 11DI 1605 \n 42/17 1410")
    first, again, *_ = said(match)
    assert first.startswith("move ")
    assert first == again
    match.play(first)
    assert not match.check(again), "it has arrived, and the second order is void"


def test_headquarters_follow_their_corps() -> None:
    match = study("maneuver entente", "HQ-I 1401 \n 162DI 1409 \n 11DI 1509 \n 42/17 1410")
    moves = Moves(game(match), drill(match).values, ENTENTE, drill(match).postures("entente")[0], False)
    decision = match.decision
    assert isinstance(decision, ManeuverOrders)
    found = moves.headquarters(decision)
    assert found is not None
    assert match.setting.grid.ids[found.number(1)] == "1402"


def test_the_battle_ends_early_only_where_it_pays() -> None:
    """3.3.2: early in the battle most towns are still German, and the bonus does not make up for them."""
    lone = study("maneuver entente", "HQ-I 0908 \n 162DI 0811 \n 3R/2 0705", turn=5, board="map")
    assert drill(lone).values.ended(game(lone), game(lone).ground()) < 0
    perimeter = drill(lone).setting.perimeter
    goals = [action.number(1) for action in orders(lone).actions if action.verb == "move"]
    assert not any(perimeter >> goal & 1 for goal in goals)
    plain = drill(lone).values.penalty * len(drill(lone).setting.plain_towns)
    assert drill(lone).values.early(plain + 9, 3) > 0  # behind a whole line, with nine points more


@pytest.mark.parametrize("seed", ["178015", "178066"])
def test_who_ends_the_battle_holds_what_counts(seed: str) -> None:
    """3.3.1, 3.3.4: the rest of the army keeps the line before the towns instead of pushing on."""
    bots = {"entente": "sergeant", "german": "random"}
    result = play_game(Pairing("soissons-1918", "campaign", seed, bots))
    assert any("perimeter" in what for _, _, _, what in result.awards)
    assert result.points["entente"] > 15


def test_nobody_leaves_the_map_and_opens_the_line_by_it() -> None:
    """3.3.1, 3.3.4: with the division that leaves goes the line before the towns."""
    line = "162DI 0718 \n 11DI 1119 \n 153DI 1519 \n 1US 1919 \n DM 2319 \n 48DI 2618 \n 3R/2 0405"
    match = study("maneuver entente", line, turn=10, board="map")
    g, values = game(match), drill(match).values
    assert values.ended(g, g.ground()) > 0 > values.ended(g, g.ground_if((number(match, "1US"),), -1))
    assert not [text for text in said(match) if text.startswith("exit")]


def test_a_german_leaves_contact_before_the_blow() -> None:
    lines = HQS + "1US 1405 order=prepare \n 162DI 1506 order=prepare \n 42/17 1406 steps=2 disruption=2"
    assert said(study("fallback-2 entente", lines))[0].startswith("fallback 42/17")


def test_a_strong_german_stands() -> None:
    lines = HQS + "162DI 1405 order=prepare \n 28D 1406 \n terrain ravine 1406"
    assert said(study("fallback-2 entente", lines)) == ["end"]


def test_the_entente_never_falls_back_by_itself() -> None:
    assert said(study("fallback-1 german", HQS + "162DI 1405 \n 28D 1406 order=prepare")) == ["end"]


# -- ground --


def test_a_hole_in_the_line_costs_the_towns_behind_it() -> None:
    """3.3.4: control goes by zones that bar every way east."""
    match = start("soissons-1918", "campaign", options={"setup": "printed"})
    values, g = drill(match).values, game(match)
    whole = values.standing(g, g.ground())
    unit = number(match, "48DI")
    opened = values.standing(g, g.ground_if((unit,), -1))
    assert opened <= whole


def test_a_town_far_behind_the_front_is_not_lost_by_a_hole() -> None:
    """3.3.4 counts at the end: until the last days nobody marches back to close a line that no German is near."""
    match = study("maneuver entente", "162DI 0907 \n 42/17 0911", board="map")
    values, g = drill(match).values, game(match)
    own, far, near = (1 << cell(match, name) for name in ("0907", "0911", "0905"))
    cutry, chaudun = (1 << cell(match, name) for name in ("0903", "1309"))
    assert values.quiet(own, far) & cutry
    assert not values.quiet(own, far) & chaudun, "not behind a division"
    assert not values.quiet(own, near) & cutry, "a German is near"
    plain = values.towns(own, entente_towns(g.setting, g.ground()), 0.0)
    assert values.standing(g, g.ground()) > plain + values.penalty, "the towns behind count as held"


def test_threat_zones_alone_are_a_weak_line_even_in_the_last_turn() -> None:
    """A fallback of the enemy cancels them (9.2), and the towns behind are German (3.3.4)."""
    match = study("maneuver entente", "162DI 0907 \n 42/17 0911", board="map", turn=17)
    values, g = drill(match).values, game(match)
    held = entente_towns(g.setting, g.ground())
    assert values.plain & held & ~values.firm(g.ground())
    assert values.standing(g, g.ground()) < values.towns(g.fighting[ENTENTE], held, 0.0)


def test_reach_ends_at_zones_of_control() -> None:
    match = study("maneuver entente", "162DI 1404 \n 42/17 1408", board="map")
    values, g = drill(match).values, game(match)
    reach = values.reach(g.fighting[ENTENTE], g.fighting[GERMAN], 6)
    assert reach >> cell(match, "1407") & 1
    assert not reach >> cell(match, "1409") & 1
    assert values.reach(g.fighting[ENTENTE], 0, 6) >> cell(match, "1409") & 1


def test_points_are_the_points_of_the_rulebook() -> None:
    match = start("soissons-1918", "campaign", options={"setup": "printed"})
    evaluation, g = drill(match), game(match)
    assert evaluation.points(g, "entente") == evaluation.counted(g) == -evaluation.points(g, "german")
    assert turns_left(g) == 11
    assert evaluation.score(g, "entente") == pytest.approx(-evaluation.score(g, "german"))
    weaker = g.copy()
    weaker.state.steps[number(match, "162DI")] -= 1
    assert evaluation.score(weaker, "entente") < evaluation.score(g, "entente"), "a point of strength counts"


# -- whole games --


def test_units_are_set_up_where_the_scenario_has_them() -> None:
    match = start("soissons-1918", "campaign")
    while match.position.state.phase == "deployment":
        assert match.decision is not None
        match.play(orders(match).actions[0], match.decision.side)
    for entry in game(match).setting.plan.setup:
        assert match.position.state.loc[number(match, entry.id)] == cell(match, entry.cell), entry.id


@pytest.mark.parametrize("name", ["sergeant", "colonel", "general"])
def test_bots_play_the_first_day(name: str) -> None:
    """Every answer is legal and has a reason, to the first night."""
    match = start("soissons-1918", "campaign", 3, {"setup": "printed"})
    bots = {side: make_bot(name, side) for side in match.game.sides}
    while match.position.state.turn < 2:
        assert match.decision is not None
        side = match.decision.side
        answer = bots[side].decide(view_of(match, side))
        assert answer.reason
        match.play(answer.action, side)


def test_the_same_seed_gives_the_same_day() -> None:
    played = []
    for _ in range(2):
        match = start("soissons-1918", "campaign", 5, {"setup": "printed"})
        bots = {side: make_bot("sergeant", side) for side in match.game.sides}
        while match.position.state.turn < 2:
            assert match.decision is not None
            match.play(bots[match.decision.side].decide(view_of(match, match.decision.side)).action)
        played.append(match.position.state.loc[:])
    assert played[0] == played[1]


def test_a_careful_german_sees_who_can_be_cut_off() -> None:
    """13.2: the line east of 1308 can be barred by a division that nobody stops."""
    match = study("maneuver german", "162DI 1408 \n 42/17 1308 \n 42/131 1610", board="map")
    values, now = drill(match).values, game(match).ground()
    assert values.can_be_cut_off(cell(match, "1308"), now)
    assert not values.can_be_cut_off(cell(match, "1318"), now)


def test_a_careful_german_knows_that_contact_holds_a_division() -> None:
    """9.1.1: a division that starts next to the enemy does not move."""
    match = study("maneuver german", "162DI 1408 \n 42/17 1308", board="map")
    own, enemy = game(match).fighting
    assert drill(match).staff_values[GERMAN].reach(own, enemy, 4) == own
    assert drill(match).values.reach(own, enemy, 4) != own


def test_a_careful_german_fears_for_the_one_hex_that_bars_soissons() -> None:
    """3.3.1: one assault on a remnant before the perimeter ends the game more easily than one on a division."""
    match = study("maneuver german", "162DI 0710 \n 42/17 0711 \n 42/131 1610", board="map")
    own, enemy = game(match).fighting
    values, bar = drill(match).staff_values[GERMAN], 1 << cell(match, "0711")
    assert 0.0 < values.thin(own, enemy, 0) < values.thin(own, enemy, bar)
    second = sum(1 << cell(match, name) for name in ("0511", "0611", "0712", "0812"))
    assert values.thin(own, enemy | second, bar) == 0.0
