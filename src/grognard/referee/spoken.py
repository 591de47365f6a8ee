"""The referee's answers as a person reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

RARE = 0.05
"""Results less likely than this, in percent, are counted together: counter-attacks can go on for long."""


def spoken(answer: Mapping[str, Any]) -> str:
    """An answer in words."""
    if not answer["ok"]:
        return f"{answer['error']['kind'].replace('-', ' ').capitalize()}: {answer['error']['text']}"
    lines = [f"= {answer['command']}"] if "command" in answer else []
    lines += SPEAKERS[answer["ask"]](answer)
    lines += [f"Note: the position breaks the game's limits: {text}" for text in answer.get("limits_broken", [])]
    return "\n".join(lines)


def ruling_line(ruling: Mapping[str, Any]) -> str:
    if ruling["allowed"]:
        case = f" ({ruling['case']})" if ruling["case"] else ""
        return f"Allowed{case}. {ruling['text']}".strip()
    return f"Refused by {ruling['case']}: {ruling['text']}."


def asked_line(asked: Mapping[str, Any] | None) -> str:
    return f"Now: {asked['prompt']} [{asked['case']}]" if asked else "The match is over."


def event_lines(events: Sequence[Mapping[str, Any]]) -> list[str]:
    return [f"  {e['text']} [{', '.join(e['cites'])}]" if e["cites"] else f"  {e['text']}" for e in events]


def speak_legal(answer: Mapping[str, Any]) -> list[str]:
    lines = [asked_line(answer["asked"]), f"{len(answer['actions'])} legal actions"]
    return lines + [f"  {action}" for action in answer["actions"]]


def speak_action(answer: Mapping[str, Any]) -> list[str]:
    return [f"{answer['action']}: {ruling_line(answer['ruling'])}"]


def speak_apply(answer: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    for step in answer["steps"]:
        lines.append(f"{step['action']}: {ruling_line(step['ruling'])}")
        lines += event_lines(step["events"])
    if answer["outcome"]:
        lines.append(f"Result: {answer['outcome']['level']}")
    lines += [f"Not asked: {kind}" for kind in answer["unasked"]]
    lines.append(asked_line(answer["asked"]))
    return [*lines, "", answer["position"].rstrip()] if "position" in answer else lines


def speak_odds(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"{answer['action']}: {ruling_line(answer['ruling'])}", *event_lines(answer["certain"])]
    if answer["assumed"]:
        lines.insert(1, f"  supposing on the way: {'; '.join(answer['assumed'])}")
    rare = [chance for chance in answer["chances"] if chance["percent"] < RARE]
    for chance in answer["chances"]:
        if len(rare) > 1 and chance in rare:
            continue
        what = " ".join(e["text"] for e in chance["results"])
        lines.append(f"  {chance['percent']:6.2f} %  ({chance['probability']})  {what}")
    if len(rare) > 1:
        together = sum(chance["percent"] for chance in rare)
        lines.append(f"  {together:6.2f} %  {len(rare)} rarer results (--json has them)")
    return lines


def speak_supply(answer: Mapping[str, Any]) -> list[str]:
    state = "in supply" if answer["in_supply"] else "out of supply"
    return [f"{answer['unit']} is {state} [{answer['ruling']['case']}]: {answer['ruling']['text']}."]


def speak_command(answer: Mapping[str, Any]) -> list[str]:
    state = "in command" if answer["in_command"] else "out of command"
    return [f"{answer['unit']} is {state} [{answer['ruling']['case']}]: {answer['ruling']['text']}."]


def speak_why(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"{answer['unit']} in {answer['place']}. {asked_line(answer['asked'])}"]
    for entry in answer["can"]:
        shown = ", ".join(entry["actions"][:6]) + (" ..." if len(entry["actions"]) > 6 else "")
        lines.append(f"  can {entry['verb']} ({len(entry['actions'])}): {shown}")
    lines += [f"  cannot {entry['verb']}: {entry['text']} [{entry['case']}]" for entry in answer["cannot"]]
    return lines


def speak_opening(answer: Mapping[str, Any]) -> list[str]:
    events = event_lines(answer["events"])
    head = "Before the first question:" if events else "Nothing happens before the first question."
    return [head, *events, asked_line(answer["asked"])]


def fault_lines(faults: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = []
    for fault in faults:
        case = f" [{fault['case']}]" if fault["case"] else ""
        when = f" (judged {fault['when']})" if fault["when"] else ""
        lines.append(f"  {fault['text']}{case}{when}")
    return lines


def speak_check(answer: Mapping[str, Any]) -> list[str]:
    if not answer["faults"]:
        return ["The position is legal."]
    head = "The position is legal now, but not at the end." if answer["legal"] else "The position is illegal."
    return [head, *fault_lines(answer["faults"])]


def speak_end(answer: Mapping[str, Any]) -> list[str]:
    who, _, where = answer["who"].partition(" ")
    may = "may" if answer["allowed"] else "may not"
    place = f"in {where.removeprefix('in ')}" if where else "as things stand"
    return [f"{who} {may} end {place}.", *fault_lines(answer["faults"])]


def speak_walk(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"{answer['action']}: {ruling_line(answer['ruling'])}"]
    if answer["costs"]:
        steps = [f"{cell} {cost}" for cell, cost in zip(answer["cells"], answer["costs"], strict=False)]
        note = f" ({answer['note']})" if answer["note"] else ""
        lines.append(f"  {', '.join(steps)}: {answer['total']} together{note}")
    return lines


def speak_control(answer: Mapping[str, Any]) -> list[str]:
    return [f"{row['cell']}: {row['holder'] or 'nobody'} [{row['case']}]: {row['text']}." for row in answer["cells"]]


def speak_front(answer: Mapping[str, Any]) -> list[str]:
    lines = []
    for front in answer["fronts"]:
        lines.append(f"{front['name']} [{front['case']}]: {' '.join(front['cells'])}")
        lines.append(f"  gaps: {' '.join(front['gaps']) or 'none'}")
    return lines


def speak_points(answer: Mapping[str, Any]) -> list[str]:
    lines = [", ".join(f"{side} {total} VP" for side, total in answer["totals"].items())]
    return lines + [f"  {r['points']:+d} {r['side']}: {r['what']} [{r['case']}]" for r in answer["points"]]


def speak_victory(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"If it ended now: {answer['level']} [{answer['case']}]: {answer['text']}."]
    return lines + [f"  {m['level']} needs {m['text']} [{m['case']}]" for m in answer["missing"]]


def speak_formation(answer: Mapping[str, Any]) -> list[str]:
    lines = []
    for one in answer["formations"]:
        state = "whole" if one["ruling"]["allowed"] else "torn"
        base = f"; base {', '.join(one['base'])}" if one["base"] else ""
        lines.append(f"{one['name']} is {state} [{one['ruling']['case']}]: {', '.join(one['units'])}{base}.")
        if not one["ruling"]["allowed"]:
            lines.append(f"  {one['ruling']['text']}.")
    return lines


def speak_retreats(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"{answer['unit']} could retreat:"]
    for way in answer["retreats"]:
        ranks = ", ".join(f"{what} {number}" for what, number in way["ranks"].items())
        why = "open" if way["open"] else f"no: {way['ruling']['text']} [{way['ruling']['case']}]"
        lines.append(f"  {way['cell']}: {why}" + (f" ({ranks})" if ranks else ""))
    return lines


def speak_distance(answer: Mapping[str, Any]) -> list[str]:
    return [f"From {answer['from']} to {answer['to']}: {answer['distance']}."]


def speak_neighbours(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"Around {answer['cell']}:"]
    for row in answer["neighbours"]:
        parts = [row["terrain"], *row["between"], *row["links"]]
        units = f"; {', '.join(row['units'])}" if row["units"] else ""
        lines.append(f"  {row['cell']}: {', '.join(parts)}{units}")
    return lines


def speak_range(answer: Mapping[str, Any]) -> list[str]:
    return [
        f"{answer['unit']}: {r['what']} as far as {r['distance']}, over {len(r['cells'])} cells now [{r['case']}]"
        for r in answer["ranges"]
    ]


def speak_sight(answer: Mapping[str, Any]) -> list[str]:
    state = "in sight" if answer["in_sight"] else "out of sight"
    ruling = answer["ruling"]
    return [f"{answer['to']} is {state} of {answer['from']} [{ruling['case']}]: {ruling['text']}."]


def speak_rule(answer: Mapping[str, Any]) -> list[str]:
    return [line for case in answer["cases"] for line in (f"{case['number']} {case['title']}", f"  {case['text']}")]


SPEAKERS: dict[str, Callable[[Mapping[str, Any]], list[str]]] = {
    "legal": speak_legal,
    "action": speak_action,
    "apply": speak_apply,
    "odds": speak_odds,
    "supply": speak_supply,
    "command": speak_command,
    "why": speak_why,
    "opening": speak_opening,
    "check": speak_check,
    "end": speak_end,
    "path": speak_walk,
    "way": speak_walk,
    "control": speak_control,
    "front": speak_front,
    "points": speak_points,
    "victory": speak_victory,
    "formation": speak_formation,
    "retreats": speak_retreats,
    "distance": speak_distance,
    "neighbours": speak_neighbours,
    "range": speak_range,
    "sight": speak_sight,
    "rule": speak_rule,
}
