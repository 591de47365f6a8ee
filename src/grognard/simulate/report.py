"""The report of a study, for somebody who knows the battle: what it says, in which order."""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from grognard.bots import make_bot
from grognard.engine import Setting, find_game
from grognard.engine.game import Game
from grognard.engine.starting import setting_for
from grognard.simulate.charts import COLOURS, bands, effects, histogram, shares, signed
from grognard.simulate.charts import Point as BandPoint
from grognard.simulate.fronts import find_fronts, front_map
from grognard.simulate.games import Result
from grognard.simulate.losses import told_losses
from grognard.simulate.pages import Figure, Heading, Paragraph, Piece, Table, html
from grognard.simulate.statistics import mean, quantile, share
from grognard.simulate.study import BASE, Plan, by_group, history, when_counted


def report(plan: Plan, results: Sequence[Result]) -> str:
    """The whole report as one HTML file with its pictures inside."""
    return html(f"Study of {find_game(plan.game).title}", pieces(plan, results))


def pieces(plan: Plan, results: Sequence[Result]) -> list[Piece]:
    game = find_game(plan.game)
    data = game.data()
    groups = by_group(results)
    told = history(data)
    found: list[Piece] = [Heading(1, f"{game.title}: a study of {len(results):,} games"), *opening(plan, game)]
    found += forfeits(results)
    base = {s: groups[s, BASE] for s in plan.scenarios if (s, BASE) in groups}
    if len(base) > 1:
        found.append(overview(game, base, told))
    for scenario in plan.scenarios:
        part = Part(plan, game, scenario, base.get(scenario, []), told.get(scenario, {}))
        about = game.scenarios(data)[scenario]
        found.append(Heading(2, about.title))
        turns = f"Turns {about.turns[0]} to {about.turns[1]}."
        found.append(Paragraph(f"{about.text} {turns}".strip()))
        if part.results:
            found += part.pieces()
        if len(plan.variants) > 1:
            found += comparison(plan, game, scenario, groups)
    found += sources(plan, game)
    return found


def opening(plan: Plan, game: Game) -> list[Piece]:
    first, *others = game.sides.values()
    bots = "; ".join(f"{game.sides[side]}: {bot} ({about(bot)})" for side, bot in plan.bots.items())
    base = plan.variants[0]
    options = ", ".join(f"{name}={value}" for name, value in base.options.items())
    budget = f" Budget: {plan.budget} evaluations per phase." if plan.budget else ""
    return [
        Paragraph(
            f"Bot against bot. {bots}.{budget} Seeds {plan.seed} to {plan.seed + plan.games - 1}: every "
            f"scenario and variant plays the same ones, and the same seed gives the same game."
            + (f" {plan.version}." if plan.version else "")
            + (f" Options: {options}." if options else "")
        ),
        Paragraph(
            f"How to read this: points are {first} points; what favours the {' or the '.join(others)} side is "
            "negative. Intervals are 95 % (Wilson's for shares, Student's t for means): they show how far chance may "
            "have moved the figures, not whether the bots play as people would. In the charts the line is the median, "
            "and the band holds the middle half of the games."
        ),
    ]


def about(bot: str) -> str:
    made = make_bot(bot)
    made.close()
    return made.text.rstrip(".") or "an outside bot"


def forfeits(results: Sequence[Result]) -> list[Piece]:
    """Games that were lost for bad answers, and all answers that were refused."""
    lost = [r for r in results if r.forfeit]
    bad = [(r, text) for r in results for text in r.failures]
    if not bad:
        return []
    said = f"{len(lost)} games were forfeited" if len(lost) != 1 else "1 game was forfeited"
    rows = [(r.pairing.scenario, r.pairing.seed, text) for r, text in bad[:10]]
    return [
        Paragraph(f"{said} by a bot that gave bad answers; {len(bad)} answers were refused in all. The first ones:"),
        Table(("scenario", "seed", "refused"), rows),
    ]


def overview(game: Game, base: Mapping[str, Sequence[Result]], told: Mapping[str, Mapping[str, Any]]) -> Table:
    first = next(iter(game.sides))
    titles = {name: s.title for name, s in game.scenarios(game.data()).items()}
    rows = []
    for scenario, results in base.items():
        wins = Counter(r.winner for r in results)
        entry = told.get(scenario, {})
        rows.append(
            (
                titles[scenario],
                str(len(results)),
                *(f"{wins[side] / len(results):.0%}" for side in game.sides),
                f"{wins[None] / len(results):.0%}",
                f"{mean([r.points[first] for r in results]).value:+.1f}",
                winner_name(game, entry) if "winner" in entry else "",
                historical_points(entry),
            )
        )
    won = [f"{name} won" for name in game.sides.values()]
    return Table(("scenario", "games", *won, "drawn", "mean points", "historical winner", "historical points"), rows)


def historical_points(entry: Mapping[str, Any]) -> str:
    points = signed(entry["points"]) if "points" in entry else ""
    return f"{points} (turn {entry['turn']})" if "turn" in entry else points


def winner_name(game: Game, entry: Mapping[str, Any]) -> str:
    return str(game.sides.get(entry["winner"], entry["winner"]))


def side_colours(game: Game, setting: Setting) -> dict[str, str]:
    """A colour for each side: those of its nations that are easiest to tell apart, made stronger."""
    nations = [
        [n for n in dict.fromkeys(u.nation for u in setting.units if u.side == side) if n in game.colours]
        for side in game.sides
    ]
    if not all(nations):
        return {side: COLOURS[n % len(COLOURS)] for n, side in enumerate(game.sides)}
    best = max(product(*nations), key=lambda chosen: apart([game.colours[n] for n in chosen]))
    return {side: strong(game.colours[nation]) for side, nation in zip(game.sides, best, strict=True)}


def hue(colour: str) -> tuple[float, float, float]:
    return colorsys.rgb_to_hls(*(int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)))


def apart(colours: Sequence[str]) -> float:
    hues = [hue(colour)[0] for colour in colours]
    return min((min(abs(a - b), 1 - abs(a - b)) for n, a in enumerate(hues) for b in hues[n + 1 :]), default=0.0)


def strong(colour: str) -> str:
    """A counter's colour, strong enough to be laid thinly over a map."""
    h, _, s = hue(colour)
    return "#" + "".join(f"{round(255 * part):02x}" for part in colorsys.hls_to_rgb(h, 0.34, max(s, 0.3)))


class Part:
    """What it says of one scenario as it stands, without variants."""

    def __init__(
        self, plan: Plan, game: Game, scenario: str, results: Sequence[Result], told: Mapping[str, Any]
    ) -> None:
        self.game, self.scenario, self.results, self.told = game, scenario, results, told
        data = game.data()
        self.setting = setting_for(game, data, scenario, game.chosen_options(data, plan.variants[0].options))
        self.losses = told_losses(data)
        self.sides = list(game.sides)
        self.first = self.sides[0]
        colours = side_colours(game, self.setting)
        self.colours = {**colours, **{name: colours[side] for side, name in game.sides.items()}}

    def figure(self, name: str, svg: str, caption: str, **more: bool) -> list[Piece]:
        return [Figure(f"{self.scenario}-{name}", svg, caption, **more)] if svg else []

    def pieces(self) -> list[Piece]:
        return [
            *self.who_won(),
            *self.against_history(),
            *self.points(),
            *self.attrition(),
            *self.fronts(),
            *self.awards(),
            *self.length(),
        ]

    def who_won(self) -> list[Piece]:
        number = len(self.results)
        wins = Counter(r.winner for r in self.results)
        rows = [(self.game.sides[s], share(wins[s], number)) for s in self.sides]
        rows.append(("draw", share(wins[None], number)))
        mark = winner_name(self.game, self.told) if "winner" in self.told else ""
        levels = Counter(r.level for r in self.results).most_common()
        return [
            *self.figure("wins", shares(rows, "who won", self.colours, mark), f"Who won the {number} games."),
            Table(
                ("victory level", "games", "share (interval)"),
                [(level, str(n), share(n, number).percent().partition(", n=")[0] + ")") for level, n in levels],
            ),
        ]

    def against_history(self) -> list[Piece]:
        told, results = self.told, self.results
        if not told:
            return []
        rows: list[tuple[str, str, str]] = []
        if "winner" in told:
            same = share(sum((r.winner or "draw") == told["winner"] for r in results), len(results))
            rows.append(("winner", winner_name(self.game, told), f"the same in {same.percent()}"))
        if "level" in told:
            same = share(sum(r.level == told["level"] for r in results), len(results))
            rows.append(("victory level", str(told["level"]), f"the same in {same.percent()}"))
        if "points" in told:
            points = [when_counted(r, told, self.first) for r in results]
            below = sum(p < told["points"] for p in points) / len(points)
            what = f"points after turn {told['turn']}" if "turn" in told else "points"
            rows.append((what, signed(told["points"]), f"mean {mean(points)}; {below:.0%} of the games below history"))
        found: list[Piece] = [Heading(3, "Compared with history"), Table(("", "history", "the games"), rows)]
        parts = [(str(p["what"]), signed(p["points"]), str(p.get("source", ""))) for p in told.get("part", ())]
        if parts:
            found.append(Paragraph("Where the historical points come from:"))
            found.append(Table(("what", "points", "source"), parts))
        return found

    def points(self) -> list[Piece]:
        name = self.game.sides[self.first]
        values = [r.points[self.first] for r in self.results]
        mark = float(self.told["points"]) if "points" in self.told else None
        turn = self.told.get("turn")
        over = over_turns(self.results, "points", [self.first], self.game.sides)
        return [
            Heading(3, "Points"),
            *self.figure(
                "points",
                histogram(
                    values,
                    f"{name} points",
                    "points at the end",
                    mark=mark if turn is None else None,
                    colour=self.colours[name],
                ),
                f"{name} points at the end of the game: mean {mean(values)}.",
            ),
            *self.figure(
                "points-by-turn",
                bands(over, self.turn_name(), "points", "points by turn", self.colours, mark, turn=turn),
                "Points by turn: median and the middle half of the games.",
            ),
        ]

    def turn_name(self) -> str:
        """What stands under an axis of turns: the first and the last with their dates, if they have any."""
        looks = [look for r in self.results for look in r.turns]
        dates = {int(look["turn"]): str(look.get("date") or "") for look in looks}
        first, last = min(dates), max(dates)
        return f"turn ({first}: {dates[first]}, {last}: {dates[last]})" if dates[first] else "turn"

    def attrition(self) -> list[Piece]:
        found: list[Piece] = [Heading(3, "Losses and strength")]
        if self.losses is not None and all("lost" in look for r in self.results for look in r.turns):
            lost = over_turns(self.results, "lost", self.sides, self.game.sides)
            means = ", ".join(
                f"{name} {mean([float(r.turns[-1]['lost'][side]) for r in self.results])}"
                for side, name in self.game.sides.items()
            )
            found += self.figure(
                "losses",
                bands(lost, self.turn_name(), self.losses.name, "losses by turn", self.colours, floor=0.0),
                f"Losses since the start, in steps; replacements are not deducted. At the end: {means}.",
            )
        steps = over_turns(self.results, "steps", self.sides, self.game.sides)
        found += self.figure(
            "strength",
            bands(steps, self.turn_name(), "steps on the map", "strength by turn", self.colours, floor=0.0),
            "Strength by turn: steps on the map, with reinforcements and replacements.",
            brief=False,
        )
        return found

    def fronts(self) -> list[Piece]:
        """Where the armies stood at the end of the middle turn and of the last one."""
        turns = sorted({int(look["turn"]) for r in self.results for look in r.turns})
        found: list[Piece] = [Heading(3, "Where the front ran")]
        for turn in dict.fromkeys((turns[(len(turns) - 1) // 2], turns[-1])):
            looks = [look for r in self.results for look in r.turns if look["turn"] == turn]
            fronts = find_fronts(self.setting.board, [look["at"] for look in looks])
            date = str(looks[0].get("date") or "")
            when = f"turn {turn} ({date})" if date else f"turn {turn}"
            some = "" if len(looks) == len(self.results) else f", in the {len(looks)} games that lasted that long"
            found += self.figure(
                f"front-turn-{turn}",
                front_map(self.setting.board, fronts, self.game.sides, self.colours, f"the front at the end of {when}"),
                f"Where the armies stood and where the front ran at the end of {when}{some}.",
                map=True,
                brief=turn == turns[-1],
            )
        return found

    def awards(self) -> list[Piece]:
        """What the points came from, on average."""
        names = sorted({name for u in self.setting.units for name in (u.id, u.name)}, key=len, reverse=True)
        found: Counter[tuple[str, str, str]] = Counter()
        for result in self.results:
            for whose, number, case, what in result.awards:
                found[whose, case, kind_of(what, names)] += number
        rows = [
            (what, case, self.game.sides.get(whose, whose), f"{total / len(self.results):+.2f}")
            for (whose, case, what), total in sorted(found.items(), key=lambda e: -abs(e[1]))[:15]
        ]
        if not rows:
            return []
        head = ("points for", "case", "side", "mean per game")
        return [Heading(3, "Where the points come from"), Table(head, rows)]

    def length(self) -> list[Piece]:
        decisions = [float(r.decisions) for r in self.results]
        last = [float(r.turns[-1]["turn"]) for r in self.results]
        seconds = mean([r.seconds for r in self.results]).value
        early = sum(turn < max(last) for turn in last)
        ends = f"{early} of them ended before turn {max(last):g}" if early else "all of them ran to the last turn"
        return [
            Heading(3, "Length of the games"),
            Paragraph(
                f"A game takes {mean(decisions).value:.0f} decisions on average ({min(decisions):.0f} to "
                f"{max(decisions):.0f}) and {seconds:.1f} seconds of processor time; {ends}."
            ),
            *self.figure(
                "length", histogram(decisions, "decisions", "length of games"), "Length in decisions.", brief=False
            ),
        ]


def kind_of(what: str, names: Sequence[str]) -> str:
    """An award without what differs from game to game: "front line open at 1504" and "... (8)" are one kind each."""
    kind = what.split(" at ")[0].split(" (")[0]
    name = next((n for n in names if kind.startswith(n + " ")), "")
    return "a unit" + kind[len(name) :] if name else kind


def over_turns(
    results: Sequence[Result], what: str, sides: Sequence[str], names: Mapping[str, str]
) -> dict[str, list[BandPoint]]:
    found: dict[str, list[BandPoint]] = {}
    for side in sides:
        by_turn: dict[int, list[float]] = {}
        for result in results:
            for look in result.turns:
                by_turn.setdefault(int(look["turn"]), []).append(float(look[what][side]))
        found[names[side]] = [
            (float(turn), quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75))
            for turn, values in sorted(by_turn.items())
        ]
    return found


def comparison(
    plan: Plan, game: Game, scenario: str, groups: Mapping[tuple[str, str], Sequence[Result]]
) -> list[Piece]:
    """What each variant changes, seed by seed."""
    first, name = next(iter(game.sides.items()))
    base = {r.pairing.seed: r for r in groups.get((scenario, BASE), ())}
    rows, drawn = [], []
    for variant in plan.variants[1:]:
        pairs = [(r, base[r.pairing.seed]) for r in groups.get((scenario, variant.label), ()) if r.pairing.seed in base]
        if not pairs:
            continue
        change = mean([a.points[first] - b.points[first] for a, b in pairs])
        wins = mean([won(a, first) - won(b, first) for a, b in pairs])
        clear = "yes" if change.low > 0 or change.high < 0 else "no"
        rows.append((variant.label, str(change), str(wins), clear))
        drawn.append((variant.label, change))
    if not rows:
        return []
    head = ("variant", f"change in points ({name})", f"change in win share ({name})", "clear of chance")
    caption = (
        f"Change in {name} points against the base, each game compared with the one on the same seed, with its 95 % "
        "interval. Red: the interval does not touch zero."
    )
    chart = effects(drawn, f"change in {name} points", "what the variants change")
    return [
        Heading(3, "What the variants change"),
        *([Figure(f"{scenario}-variants", chart, caption)] if chart else []),
        Table(head, rows),
    ]


def won(result: Result, side: str) -> float:
    return 0.5 if result.winner is None else float(result.winner == side)


def sources(plan: Plan, game: Game) -> list[Piece]:
    data = game.data()
    board = setting_for(game, data, plan.scenarios[0], game.chosen_options(data, plan.variants[0].options)).board
    scenarios = " ".join(f"-s {name}" for name in plan.scenarios)
    bots = " ".join(f"--bot {side}={bot}" for side, bot in plan.bots.items())
    more = "".join(f" --option {name}={value}" for name, value in plan.variants[0].options.items())
    more += "".join(f" --data {v.label}=FOLDER" if v.overlay else f" --vary {v.label}" for v in plan.variants[1:])
    more += f" --budget {plan.budget}" if plan.budget else ""
    return [
        Heading(2, "Sources"),
        Paragraph(f"Map: {'; '.join(board.attribution)}." if board.attribution else "Map: the game's own data."),
        Paragraph("History: the game's history.toml, with a source for every value. Rules: the game's own data files."),
        Paragraph(
            f"To play the same games again: grognard study {plan.game} {scenarios} {bots} -n {plan.games} "
            f"--seed {plan.seed}{more}"
        ),
    ]
