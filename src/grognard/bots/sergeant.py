"""Sergeant: knows the drill of every phase, holds the line, and attacks where the exact odds are good."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from grognard.bots.battlefield import Battlefield
from grognard.bots.fighting import Battles, attack_of, resolving
from grognard.bots.marching import March, Moves, listed_moves
from grognard.bots.outcomes import settle
from grognard.bots.protocol import Answer, Bot
from grognard.bots.view import SideView, fork
from grognard.engine import Action
from grognard.evaluation import Posture

TRIED = 60
"""Of a small question with more answers than this, this many are tried, spread evenly."""


class Sergeant(Bot):
    name = "sergeant"
    text = "knows the drill of every phase and the exact odds of every attack: a good first opponent"
    evaluations = 20_000
    sweeps = 1
    careful = False
    """Whether gaps, rest and the end of the game are thought of wherever a unit goes."""
    thorough = False
    """Whether smaller attacks, counter-strokes and the end of the game are thought of in battles."""
    settles = False
    """Whether the places of the last turn are chosen by what is counted when the game is over."""
    looked_at = 5
    exact = 64

    def __init__(self, seed: str = "0", budget: int | None = None, posture: str | None = None) -> None:
        super().__init__(seed, budget)
        self.fixed_posture = posture
        self.phase: tuple[object, ...] = ()
        self.marching: list[tuple[Action, str]] = []
        self.considered: set[int] = set()
        self.pending: list[Action] = []
        self.ordered: list[Action] = []
        self.known: dict[Hashable, float] = {}
        self.committed: dict[int, list[int]] = {}

    def decide(self, view: SideView) -> Answer:
        state = view.position.state
        phase = (view.side, state.turn, state.phase, view.decision.kind)
        if phase != self.phase:
            self.phase = phase
            self.marching, self.considered, self.pending, self.known = [], set(), [], {}
            self.ordered = []
            self.committed = {}
            self.budget.renew()
            self.begin_phase(view)
        drilled = self.drilled(view)
        if drilled is not None:
            return drilled
        roles = {view.evaluation.role(verb) for verb in view.decision.verbs()}
        if "attack" in roles and view.match is not None:
            return self.fight(view)
        if "commit" in roles and view.match is not None:
            return self.commit(view)
        if "move" in roles:
            return self.march(view)
        return self.small_question(view)

    def begin_phase(self, view: SideView) -> None:
        """A phase begins: time to think again."""

    def drilled(self, view: SideView) -> Answer | None:
        """What the game's own drill orders, one action after the other."""
        while self.ordered:
            action = self.ordered.pop(0)
            if view.decision.check(action):
                return Answer(action, "as ordered")
        found = view.evaluation.orders(view.position, view.side, view.decision, self.posture(view), self.careful)
        if found is None:
            return None
        first, *self.ordered = found.actions
        self.considered.update(found.stay)
        return Answer(first, found.reason)

    def posture(self, view: SideView) -> Posture:
        evaluation = view.evaluation
        usual = evaluation.posture(view.position, view.side)
        if self.fixed_posture is None:
            return usual
        return next((p for p in evaluation.postures(view.side) if p.name == self.fixed_posture), usual)

    # -- moving --

    def march(self, view: SideView) -> Answer:
        decision, evaluation, loc = view.decision, view.evaluation, view.position.state.loc
        subjects = [s for s in decision.subjects() if s.kind != "button"]
        arriving = [s for s in subjects if s.kind == "unit" and loc[int(s.ref)] < 0]
        if arriving:
            moves = listed_moves(decision, evaluation, arriving)
            if moves:
                return self.arrive(view, moves)
        end = ending(view)
        if end is None:
            moves = listed_moves(decision, evaluation, subjects)
            return self.forced_move(view, moves) if moves else self.small_question(view)
        fresh = [s for s in subjects if s.ref not in self.considered]
        if fresh:
            self.considered.update(int(s.ref) for s in fresh)
            self.plan_march(view, listed_moves(decision, evaluation, fresh))
        answer = self.next_step(view)
        if answer is None and self.marching:
            self.plan_again(view)
            answer = self.next_step(view)
        if answer is None:
            last = evaluation.finish(view.position, view.side, decision)
            if last is not None and decision.check(last):
                return Answer(last, "before the phase ends")
        return answer or Answer(end, "everyone is in place")

    def plan_march(self, view: SideView, moves: Moves) -> None:
        plan = self.march_of(view, moves)
        plan.plan(self.sweeps)
        self.marching = [*orders(view, plan), *self.marching]

    def march_of(self, view: SideView, moves: Moves) -> March:
        posture = self.posture(view)
        return March(view.position, view.side, view.evaluation, posture, moves, self.budget, self.careful, self.settles)

    def next_step(self, view: SideView) -> Answer | None:
        """The first planned move that can be made now; a place still taken is tried again later."""
        for number, (action, reason) in enumerate(self.marching):
            if view.decision.check(action):
                del self.marching[number]
                return Answer(action, reason)
        return None

    def plan_again(self, view: SideView) -> None:
        """Whoever finds his place taken looks for another one, the others standing where they are now."""
        blocked = {action.args[0] for action, _ in self.marching}
        self.marching = []
        subjects = [s for s in view.decision.subjects() if s.kind == "unit" and s.ref in blocked]
        moves = listed_moves(view.decision, view.evaluation, subjects)
        if moves:
            plan = self.march_of(view, moves)
            plan.plan()
            self.marching = orders(view, plan)

    def arrive(self, view: SideView, moves: Moves) -> Answer:
        """A unit comes onto the map: where it is most welcome."""
        field = Battlefield(view.position, view.side, view.evaluation, self.posture(view), self.careful)
        best = max(
            (field.worth_of_arrival(unit, cell), -unit, -cell) for unit, cells in moves.items() for cell in cells
        )
        unit, cell = -best[1], -best[2]
        return Answer(moves[unit][cell], "reinforcements where they are needed")

    def forced_move(self, view: SideView, moves: Moves) -> Answer:
        plan = self.march_of(view, moves)
        unit, cell = plan.least_bad()
        return Answer(moves[unit][cell], "someone has to move, and this costs least")

    # -- fighting --

    def fight(self, view: SideView) -> Answer:
        assert view.match is not None
        while self.pending:
            action = self.pending.pop(0)
            if view.decision.check(action):
                return Answer(action, "as planned")
        resolve = resolving(view.match, view.evaluation)
        if resolve is not None:
            return Answer(resolve, "all attackers named")
        battles = Battles(view, self.posture(view), self.budget, self.known, self.thorough)
        attack, tried = battles.best(self.looked_at, self.exact)
        ids = view.setting.grid.ids
        considered = [f"{ids[a.target]} by {len(a.declare)}: {a.worth:+.2f}" for a in tried]
        end = ending(view)
        if attack is None:
            if end is not None:
                return Answer(end, f"no attack promises more than {battles.posture.nerve:+.2f}", considered)
            return self.small_question(view)
        self.pending = attack.declare[1:]
        reason = f"{battles.posture.name}: {ids[attack.target]} promises {attack.worth:+.2f} points"
        return Answer(attack.declare[0], reason, considered)

    def commit(self, view: SideView) -> Answer:
        """Units are sent against squares one by one, and all battles follow later: rules of thumb must do."""
        while self.pending:
            action = self.pending.pop(0)
            if view.decision.check(action):
                return Answer(action, "as planned")
        battles = Battles(view, self.posture(view), self.budget, self.known, self.thorough)
        for target, units in self.committed.items():
            if target in battles.field.targets:
                battles.field.targets[target].attack = sum(battles.field.power.get(u, 0.0) for u in units)
        attack, _ = battles.best(self.looked_at, exact=0)
        end = ending(view)
        if attack is None or attack.target in self.committed:
            return Answer(end, "nothing more to commit") if end is not None else self.small_question(view)
        self.pending = attack.declare[1:]
        named = [attack_of(action, view.evaluation) for action in attack.declare]
        self.committed[attack.target] = [unit for found in named if found for unit in found[1]]
        ids = view.setting.grid.ids
        return Answer(attack.declare[0], f"{ids[attack.target]} by {len(attack.declare)} promises {attack.worth:+.2f}")

    # -- everything else --

    def small_question(self, view: SideView) -> Answer:
        """Reflexes where the game has them; otherwise each answer is tried and the best one kept."""
        evaluation, side = view.evaluation, view.side
        options = list(view.decision.all_actions())
        if len(options) == 1:
            return Answer(options[0], "the only answer")
        likings = [self.liking(view, action) for action in options]
        if all(liking is not None for liking in likings):
            best = max(range(len(options)), key=lambda n: (likings[n] or 0.0, -n))
            return Answer(options[best], "the usual answer")
        if view.match is None:
            return Answer(options[0], "no way to look ahead here")
        tried = spread_evenly(options, TRIED)
        worths = []
        for action in tried:
            trial = fork(view.match)
            trial.play_listed(action, side)
            settle(trial, evaluation)
            self.budget.spend()
            worths.append(evaluation.score(trial.position, side))
        best = max(range(len(tried)), key=lambda n: (worths[n] + 1e-6 * (evaluation.role(tried[n].verb) == "end"), -n))
        return Answer(tried[best], f"best of {len(tried)} answers tried: {worths[best]:+.2f}")

    def liking(self, view: SideView, action: Action) -> float | None:
        if view.evaluation.role(action.verb) == "end":
            return 0.0
        return view.evaluation.prefer(view.position, view.side, action)


def orders(view: SideView, plan: March) -> list[tuple[Action, str]]:
    """The moves of a plan with their reasons, for units that do not stand there already."""
    loc = view.position.state.loc
    return [(plan.moves[u][cell], plan.reason(u)) for u, cell in plan.goal.items() if loc[u] != cell]


def ending(view: SideView) -> Action | None:
    """The action that ends the phase, if that is allowed now."""
    for verb in view.decision.verbs():
        if view.evaluation.role(verb) == "end" and view.decision.check(Action(verb)):
            return Action(verb)
    return None


def spread_evenly(options: Sequence[Action], number: int) -> list[Action]:
    if len(options) <= number:
        return list(options)
    return [options[n * len(options) // number] for n in range(number)]
