"""The referee's answers as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def spoken(answer: Mapping[str, Any]) -> str:
    """An answer in words."""
    if not answer["ok"]:
        return f"{answer['error']['kind'].replace('-', ' ').capitalize()}: {answer['error']['text']}"
    lines = list(SPEAKERS[answer["ask"]](answer))
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
    return [*lines, asked_line(answer["asked"]), "", answer["position"].rstrip()]


def speak_odds(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"{answer['action']}: {ruling_line(answer['ruling'])}", *event_lines(answer["certain"])]
    for chance in answer["chances"]:
        what = " ".join(e["text"] for e in chance["results"])
        lines.append(f"  {chance['percent']:6.2f} %  ({chance['probability']})  {what}")
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


SPEAKERS = {
    "legal": speak_legal,
    "action": speak_action,
    "apply": speak_apply,
    "odds": speak_odds,
    "supply": speak_supply,
    "command": speak_command,
    "why": speak_why,
}
