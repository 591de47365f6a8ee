"""The report of a study: one HTML file with its pictures inside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from grognard.engine import find_game
from grognard.engine.match import setting_for
from grognard.simulate.charts import bands, heat_map, histogram, shares
from grognard.simulate.games import Result
from grognard.simulate.statistics import mean, quantile, share
from grognard.simulate.study import BASE, Plan, by_group, history

STYLE = """
body{font-family:Georgia,serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;line-height:1.45}
table{border-collapse:collapse;margin:.6rem 0}td,th{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:left}
td.n{text-align:right}h2{margin-top:2.2rem;border-bottom:2px solid #888}figure{margin:.8rem 0}
figcaption{color:#555;font-size:.9rem}svg{max-width:100%;height:auto}
"""


def report(plan: Plan, results: Sequence[Result]) -> str:
    game = find_game(plan.game)
    groups = by_group(results)
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        f"<title>Study of {escape(game.title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(game.title)}: a study of {len(results)} games</h1>",
        f"<p>{escape(who(plan, game.sides))} Seeds {plan.seed} to {plan.seed + plan.games - 1}; "
        "every variant plays the same seeds. Intervals are 95 %.</p>",
        forfeits(results),
    ]
    told = history(game.data())
    for scenario in plan.scenarios:
        parts.append(f"<h2>{escape(game.scenarios(game.data())[scenario].title)}</h2>")
        base = groups.get((scenario, BASE), [])
        if base:
            parts += scenario_part(plan, scenario, base, told.get(scenario, {}))
        if len(plan.variants) > 1:
            parts.append(comparison(plan, scenario, groups))
    parts.append("</body></html>")
    return "\n".join(parts)


def who(plan: Plan, sides: Mapping[str, str]) -> str:
    return " against ".join(f"{bot} ({sides[side]})" for side, bot in plan.bots.items()) + "."


def forfeits(results: Sequence[Result]) -> str:
    lost = [r for r in results if r.forfeit]
    if not lost:
        return ""
    return f"<p><b>{len(lost)} games were forfeited</b> by a bot that did not answer as it should.</p>"


def figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>" if svg else ""


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    cells = "".join(f"<th>{escape(h)}</th>" for h in head)
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{'' if isinstance(c, str) and not c[:1].isdigit() else ' class=n'}>{escape(str(c))}</td>" for c in row
        )
        + "</tr>"
        for row in rows
    )
    return f"<table><tr>{cells}</tr>{body}</table>"


def scenario_part(plan: Plan, scenario: str, results: Sequence[Result], told: Mapping[str, Any]) -> list[str]:
    game = find_game(plan.game)
    sides = list(game.sides)
    number = len(results)
    wins = Counter(r.winner for r in results)
    rows = [(game.sides[s], share(wins[s], number)) for s in sides]
    rows.append(("draw", share(wins[None], number)))
    first = sides[0]
    points = [r.points[first] for r in results]
    parts = [
        figure(shares(rows, "win shares"), "Who won, with intervals."),
        table(
            ("", *(level for level, _ in Counter(r.level for r in results).most_common())),
            [("games", *(str(n) for _, n in Counter(r.level for r in results).most_common()))],
        ),
        figure(
            histogram(points, f"points of the {game.sides[first]}", "points at the end", mark=told.get("points")),
            f"Points at the end: mean {mean(points)}."
            + (f" History: {told['points']} ({told.get('source', '')})." if "points" in told else ""),
        ),
        figure(
            bands(over_turns(results, "points", [first], game.sides), "turn", "points", "points over turns"),
            "Points over turns: median and the middle half of the games.",
        ),
        figure(
            bands(over_turns(results, "steps", sides, game.sides), "turn", "steps on the map", "strength over turns"),
            "Strength over turns: steps on the map, reinforcements included.",
        ),
        heat(plan, scenario, results),
        awards(results),
        figure(
            histogram([float(r.decisions) for r in results], "decisions", "length of games"),
            "Length of the games in decisions.",
        ),
    ]
    if told:
        parts.append(told_against(results, told, first))
    return parts


def over_turns(
    results: Sequence[Result], what: str, sides: Sequence[str], names: Mapping[str, str]
) -> dict[str, list[tuple[float, float, float, float]]]:
    found: dict[str, list[tuple[float, float, float, float]]] = {}
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


def heat(plan: Plan, scenario: str, results: Sequence[Result]) -> str:
    """Where the armies stood at the end of the middle turn and of the last one."""
    game = find_game(plan.game)
    data = game.data()
    setting = setting_for(game, data, scenario, game.chosen_options(data, plan.variants[0].options))
    nation = {name: next(u.nation for u in setting.units if u.side == side) for side, name in game.sides.items()}
    inks = {name: darker(game.colours[n]) for name, n in nation.items() if n in game.colours}
    turns = sorted({int(look["turn"]) for r in results for look in r.turns})
    parts = []
    for turn in dict.fromkeys((turns[len(turns) // 2], turns[-1])):
        layers: dict[str, dict[int, float]] = {name: {} for name in game.sides.values()}
        for result in results:
            for look in result.turns:
                if look["turn"] == turn:
                    for side, name in game.sides.items():
                        for cell in look["at"][side]:
                            layers[name][cell] = layers[name].get(cell, 0.0) + 1 / len(results)
        strongest = max((v for layer in layers.values() for v in layer.values()), default=1.0)
        scaled = {name: {c: v / strongest for c, v in layer.items()} for name, layer in layers.items()}
        parts.append(
            figure(
                heat_map(setting.board, scaled, f"turn {turn}", inks),
                f"Where the armies stand at the end of turn {turn}.",
            )
        )
    return "\n".join(parts)


def darker(colour: str) -> str:
    """A counter's colour, strong enough to be laid thinly over a map."""
    return "#" + "".join(f"{int(colour[n : n + 2], 16) * 6 // 10:02x}" for n in (1, 3, 5))


def awards(results: Sequence[Result]) -> str:
    """What the points came from, on average."""
    found: Counter[tuple[str, str, str]] = Counter()
    for result in results:
        for whose, number, case, what in result.awards:
            # "front line open at 1504, 2715" and "… (8)" are one kind each.
            kind = what.split(" at ")[0].split(" (")[0]
            found[whose, case, kind] += number
    rows = [
        (kind, case, whose, f"{total / len(results):+.2f}")
        for (whose, case, kind), total in sorted(found.items(), key=lambda e: -abs(e[1]))[:20]
    ]
    return "<h3>Where the points come from</h3>" + table(("for", "case", "whose", "mean a game"), rows) if rows else ""


def told_against(results: Sequence[Result], told: Mapping[str, Any], first: str) -> str:
    rows: list[tuple[str, ...]] = []
    if "points" in told:
        rows.append(("points", str(told["points"]), str(mean([r.points[first] for r in results]))))
    if "level" in told:
        same = sum(r.level == told["level"] for r in results)
        rows.append(("level", str(told["level"]), share(same, len(results)).percent() + " of the games"))
    if "winner" in told:
        same = sum((r.winner or "draw") == told["winner"] for r in results)
        rows.append(("winner", str(told["winner"]), share(same, len(results)).percent() + " of the games"))
    return "<h3>Compared with history</h3>" + table(("", "history", "the games"), rows)


def comparison(plan: Plan, scenario: str, groups: Mapping[tuple[str, str], Sequence[Result]]) -> str:
    """What each variant changes, seed by seed."""
    first = next(iter(find_game(plan.game).sides))
    base = {r.pairing.seed: r for r in groups.get((scenario, BASE), ())}
    rows = []
    for variant in plan.variants[1:]:
        pairs = [(r, base[r.pairing.seed]) for r in groups.get((scenario, variant.label), ()) if r.pairing.seed in base]
        change = mean([a.points[first] - b.points[first] for a, b in pairs])
        wins = mean([won(a, first) - won(b, first) for a, b in pairs])
        clear = "yes" if change.low > 0 or change.high < 0 else "no"
        rows.append((variant.label, str(change), str(wins), clear))
    head = ("variant", f"change of points ({first})", f"change of win share ({first})", "clear?")
    return "<h3>What the variants change</h3>" + table(head, rows)


def won(result: Result, side: str) -> float:
    return 0.5 if result.winner is None else float(result.winner == side)
