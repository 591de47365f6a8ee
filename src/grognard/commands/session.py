"""One match at a terminal: reads what is typed, asks the engine, prints what it says."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from grognard.bots import Bot, make_bot, view_of
from grognard.commands import listing
from grognard.commands.sketch import Sketch
from grognard.data import nearest
from grognard.data import whole_number as read_number
from grognard.engine import Action, Event, Match, Position, RandomPlayer, load, own_chance
from grognard.engine.decisions import Decision
from grognard.engine.dice import other_dice
from grognard.errors import GrognardError, NotUnderstood

HELP = """\
Type actions as the game writes them: 'move 3ID 2014', 'attack 2214 by 5Div,3CavB', 'end'.
  ?                  what can act now
  ? 3ID              what that unit can do, or just 3ID
  why ACTION         the referee's ruling, with its case
  odds ACTION        what it would do, with exact odds
  map, map 2014      the whole map in letters, or the neighbourhood of a place or a unit
  units, units SIDE  all units, or those of a side
  log, log 50        what happened last
  undo, undo!        take back your last action; with ! even if dice were rolled since
  auto, auto 20      let chance decide for you, once or 20 times
  save FILE, load FILE
  quit, quit!        leave; with ! without asking
If a command is also an action of the game, put a slash before it: /map."""


def reader(console: Console) -> Callable[[str], str]:
    """Reads a line after a prompt; from a pipe it also shows the line, so that the output reads well."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (gives input() its history and its arrow keys)
        return lambda prompt: input(prompt)

    def read(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        console.print(f"{prompt}{line.rstrip()}", markup=False, soft_wrap=True)
        return line

    return read


class Session:
    """A match, the sides that are played here, and what was shown last."""

    def __init__(
        self,
        match: Match,
        console: Console,
        read: Callable[[str], str],
        sides: frozenset[str],
        against: str = "random",
        overlay: Path | None = None,
    ) -> None:
        self.match = match
        self.console = console
        self.read = read
        self.sides = sides
        self.overlay = overlay
        self.against = against
        self.bots: dict[str, Bot] = {}
        self.tries = 0
        """How often something was taken back: a bot that is asked once more throws a coin of its own once more."""
        self.chance = RandomPlayer(f"auto {match.seed}")
        self.saved = match.number
        self.warned = False
        self.ended = False
        self._shown: tuple[object, ...] = ()
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.do_help,
            "why": self.do_why,
            "odds": self.do_odds,
            "preview": self.do_odds,
            "undo": self.do_undo,
            "undo!": self.do_undo_dice,
            "map": self.do_map,
            "units": self.do_units,
            "log": self.do_log,
            "save": self.do_save,
            "load": self.do_load,
            "auto": self.do_auto,
            "quit": self.do_quit,
            "quit!": self.do_leave,
            "exit": self.do_quit,
        }

    @property
    def viewer(self) -> str | None:
        """The side whose eyes the terminal has; None where all sides sit at it."""
        return next(iter(self.sides)) if len(self.sides) == 1 else None

    @property
    def decision(self) -> Decision | None:
        """The question that is open for a side played here."""
        return next((d for side, d in self.match.decisions.items() if side in self.sides), None)

    @property
    def position(self) -> Position:
        return self.match.game.seen(self.match.position, self.viewer) if self.viewer else self.match.position

    # -- the loop --

    def run(self) -> None:
        match = self.match
        self.console.print(f"[bold]{match.game.title}[/]: {match.setting.scenario}, seed {escape(match.seed)}")
        mine = [name for side, name in match.game.sides.items() if side in self.sides]
        self.say(f"You play {' and '.join(mine)}. Type 'help' for help.")
        try:
            while not self.ended:
                self.let_opponent_play()
                self.show_question()
                self.obey(self.read(self.prompt()))
        except EOFError:
            self.rescue()
        except KeyboardInterrupt:
            self.console.print()
            self.rescue()
            raise

    def prompt(self) -> str:
        decision = self.decision
        return f"{decision.side}> " if decision is not None else "over> "

    def say(self, text: str, style: str | None = None) -> None:
        self.console.print(text, style=style, markup=False, soft_wrap=True)

    def show_question(self) -> None:
        """Where we are and what is asked; only what has changed since it was shown last."""
        decision, state = self.decision, self.match.position.state
        here = (state.turn, state.phase, decision.side if decision else "")
        question = decision.prompt if decision else "over"
        if self._shown[:1] != (here,):
            standing = self.match.game.page_for(self.match.setting).standing(self.position)
            self.say(f"-- turn {state.turn}, {state.phase}{'; ' + standing if standing else ''}", "dim")
        if self._shown != (here, question):
            self._shown = (here, question)
            outcome = self.match.outcome
            if decision is not None:
                self.say(f"{decision.prompt} [{decision.case}]", "bold")
            elif outcome is not None:
                listing.show_outcome(self.console, self.match, outcome)

    def obey(self, line: str) -> None:
        """Do what a line says; whatever is wrong with it is said, and nothing changes."""
        text = line.strip()
        if not text:
            self._shown = ()
            return
        word, _, rest = text.partition(" ")
        name = word.lower().removeprefix("/")
        is_verb = word.lower() in self.match.setting.language.verbs
        try:
            if text.startswith("?"):
                self.do_list(text[1:].strip())
            elif name in self.commands and not is_verb:
                self.commands[name](rest.strip())
            else:
                self.play(text, is_verb)
        except GrognardError as problem:
            self.say(str(problem), "yellow")
        if name not in ("quit", "exit"):
            self.warned = False

    # -- playing --

    def play(self, text: str, is_verb: bool) -> None:
        decision = self.decision
        if not is_verb:
            self.not_understood(text, decision)
            return
        if decision is None:
            raise NotUnderstood("the match is over; 'undo!', 'log', 'save' and 'quit' still work")
        events = self.match.play(text, by=decision.side)
        for told in listing.sentences(self.match, events, self.viewer):
            self.say(told)

    def not_understood(self, text: str, decision: Decision | None) -> None:
        """Perhaps it names a unit or a cell: then list what can be done there."""
        try:
            subject = self.match.setting.subject(text)
        except GrognardError:
            word = text.split()[0].lower()
            verbs = decision.verbs() if decision is not None else self.match.setting.language.verbs
            near = nearest(word, [*verbs, *self.commands])
            raise NotUnderstood(
                f"not understood: '{text}'{near or '; type ? for what you can do, help for the commands'}"
            ) from None
        if decision is not None:
            listing.show_actions(self.console, self.match, decision, subject)

    def let_opponent_play(self) -> None:
        """Sides that are not played here decide until somebody here is asked."""
        actions: list[Action] = []
        events: list[Event] = []
        side = ""
        while self.decision is None and (decision := self.match.decision) is not None:
            side = decision.side
            if side not in self.bots:
                self.bots[side] = make_bot(self.against, own_chance(self.match.seed, side, self.tries))
            bot = self.bots[side]
            actions.append(bot.decide(view_of(self.match, side, bot.seed)).action)
            events += self.match.play(actions[-1], by=side)
        if actions:
            self.say(
                f"{self.match.game.sides[side]} ({self.against}): "
                + "\n  ".join(listing.summary(self.match, actions, events, self.viewer))
            )
            self.say("  ('log' shows it all)", "dim")

    def asked(self) -> Decision:
        decision = self.decision
        if decision is None:
            raise NotUnderstood("the match is over: nothing to decide")
        return decision

    # -- commands --

    def do_help(self, _: str) -> None:
        self.say(HELP)
        decision = self.decision
        if decision is not None:
            listing.show_subjects(self.console, self.match, decision)

    def do_list(self, about: str) -> None:
        decision = self.asked()
        if about:
            listing.show_actions(self.console, self.match, decision, self.match.setting.subject(about))
        else:
            listing.show_subjects(self.console, self.match, decision)

    def do_why(self, text: str) -> None:
        decision = self.asked()
        action = self.match.read(text)
        ruling = self.match.check(action, by=decision.side)
        case = self.match.setting.language.verbs[action.verb].case
        self.say(f"allowed by {ruling.case or case}" if ruling else str(ruling), "green" if ruling else "yellow")

    def do_odds(self, text: str) -> None:
        self.asked()
        action = self.match.read(text)
        found = self.match.preview(action, self.viewer)
        listing.show_preview(self.console, self.match, found, self.viewer)
        if found.ruling and not found.chances:
            follow = listing.odds_follow_up(self.match, action, self.viewer)
            if follow is not None:
                settling, after = follow
                self.say(f"then {after.write(settling)}:")
                listing.show_preview(self.console, after, after.preview(settling, self.viewer), self.viewer)

    def do_undo(self, _: str) -> None:
        self.take_back(dice_too=False)

    def do_undo_dice(self, _: str) -> None:
        self.take_back(dice_too=True)

    def take_back(self, dice_too: bool) -> None:
        """Back to the last decision of a side played here, and past all that the opponent did since."""
        nodes = self.match.history()
        last = next((n for n in range(len(nodes) - 1, -1, -1) if nodes[n].side in self.sides), None)
        if last is None:
            raise NotUnderstood("you have nothing to take back")
        if not dice_too and any(node.chance for node in nodes[last:]):
            raise NotUnderstood("dice were rolled since, or something was revealed; 'undo!' takes that back too")
        thrown = self.match.position.dice.count
        for _ in nodes[last:]:
            action = self.match.undo(agreed=True)
        self._shown = ()
        self.tries += 1
        self.bots.clear()  # what they had planned is undone too
        self.say(f"taken back: {self.match.write(action)}")
        left = self.match.position.dice.count
        if left < thrown:
            self.match = self.match.with_dice(other_dice(self.match.seed, left, secrets.token_hex(12)))
            self.say("future dice will differ from the ones you saw", "dim")

    def do_map(self, where: str) -> None:
        sketch = Sketch(self.match.game, self.position)
        if not where:
            self.console.print(sketch.whole(), soft_wrap=True)
            return
        name, _, far = where.partition(" ")
        subject = self.match.setting.subject(name)
        if not isinstance(subject.ref, int):
            raise NotUnderstood(f"'{name}' is neither a place nor a unit")
        cell = self.position.state.loc[subject.ref] if subject.kind == "unit" else subject.ref
        if cell < 0:
            raise NotUnderstood(f"{name} is not on the map ({self.match.setting.place_name(cell)})")
        self.console.print(sketch.around(cell, min(6, whole_number(far, 2))), soft_wrap=True)

    def do_units(self, text: str) -> None:
        sides = self.match.game.sides
        chosen = None
        if text:
            names = {name.lower(): slug for slug, name in sides.items()}
            chosen = text.lower() if text.lower() in sides else names.get(text.lower())
            if chosen is None:
                hint = nearest(text, sides) or f"; the sides are {', '.join(sides)}"
                raise NotUnderstood(f"there is no side '{text}'{hint}")
        listing.show_units(self.console, self.match, chosen, self.viewer)

    def do_log(self, text: str) -> None:
        for line in self.match.log(self.viewer)[-whole_number(text, 15) :]:
            self.say(line)

    def do_save(self, text: str) -> None:
        if not text:
            raise NotUnderstood("name the file: save sunday.json")
        self.match.save(Path(text).expanduser())
        self.saved = self.match.number
        self.say(f"saved {text} after action {self.match.number}")

    def do_load(self, text: str) -> None:
        if not text:
            raise NotUnderstood("name the file: load sunday.json")
        match = load(Path(text).expanduser(), self.overlay)
        if not self.sides & set(match.game.sides):
            raise NotUnderstood(f"{text} is a match of {match.game.slug}; start it with: grognard play --load {text}")
        self.match, self.saved, self._shown = match, match.number, ()
        self.bots.clear()
        self.say(f"loaded {text}: {match.game.title}, {match.setting.scenario}, action {match.number}")

    def do_auto(self, text: str) -> None:
        """Chance decides for the player, once or a number of times."""
        for _ in range(whole_number(text, 1)):
            self.let_opponent_play()
            decision = self.decision
            if decision is None:
                return
            action = self.chance.choose(decision)
            self.say(f"{decision.side}> {self.match.write(action)}", "dim")
            for told in listing.sentences(self.match, self.match.play(action, by=decision.side), self.viewer):
                self.say(told)

    def do_quit(self, _: str) -> None:
        if self.unsaved and sys.stdin.isatty() and not self.warned:
            self.warned = True
            self.say("This match is not saved: 'save FILE' saves it, 'quit' again leaves anyway.", "yellow")
            return
        self.ended = True

    def do_leave(self, _: str) -> None:
        self.ended = True

    @property
    def unsaved(self) -> bool:
        return self.match.number != self.saved and self.match.outcome is None

    def rescue(self) -> None:
        """Ctrl-C or a closed terminal must not cost a match: it is saved beside the player."""
        if not self.unsaved or not sys.stdin.isatty():
            return
        path = Path(f"{self.match.game.slug}-interrupted.json")
        try:
            self.match.save(path)
        except GrognardError as problem:
            self.say(str(problem), "red")
        else:
            self.say(f"saved as {path}; resume with: grognard play --load {path}")


def whole_number(text: str, default: int) -> int:
    if not text.strip():
        return default
    number = read_number(text.strip())
    if number is None or number < 1:
        raise NotUnderstood(f"'{text[:40]}' should be a whole number above zero")
    return number
