"""What is done in each phase, by rule of thumb, with care, or as a General does it; for bots only."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Action, Choice, Decision
from grognard.evaluation import Orders, Posture
from grognard.games.somme_1916.evaluation.assault import AssaultTables
from grognard.games.somme_1916.evaluation.commit import Staff, Thumb, stronger_group, substitute, usual_nerve
from grognard.games.somme_1916.evaluation.corps import depots
from grognard.games.somme_1916.evaluation.defence import Defence
from grognard.games.somme_1916.evaluation.fire import Gunner, counter_battery, defensive_fire, strike
from grognard.games.somme_1916.evaluation.places import Places
from grognard.games.somme_1916.evaluation.plan import Plan
from grognard.games.somme_1916.evaluation.values import Values
from grognard.games.somme_1916.position import Somme
from grognard.games.somme_1916.rules.bombardment.phase import BombardDecision
from grognard.games.somme_1916.rules.commitment import CommitOrders
from grognard.games.somme_1916.rules.movement.phase import MoveOrders
from grognard.games.somme_1916.terms import ALLIED, GERMAN

ODDS: Mapping[int, int] = {ALLIED: 2, GERMAN: 3}
"""The column from which an Assault is made by rule of thumb."""


END = Action("end")
TRIED = 0.3
"""Assaults that fall so far short at first may be good enough beside others."""


class Drill:
    """The answers of one side in one position.

    ``careful``: a staff works the Assaults out together, the German one before the march. ``thorough``: the Allied one
    does so too, leads its headquarters to them and lets the guns prepare them; the German one places its defenders
    against the enemy's next Assaults.
    """

    def __init__(
        self, g: Somme, values: Values, tables: AssaultTables, places: Places, posture: Posture,
        careful: bool, thorough: bool,
    ) -> None:
        self.g = g
        self.values = values
        self.tables = tables
        self.places = places
        self.posture = posture
        self.careful = careful
        self.thorough = thorough

    def orders(self, decision: Decision, side: int) -> Orders | None:
        if isinstance(decision, BombardDecision):
            action = self.gunner(side).bombard(decision)
            return Orders([action], "the guns hurt most there" if action.verb != "end" else "no target is worth it")
        if isinstance(decision, CommitOrders):
            return self.commit(decision, side)
        if isinstance(decision, MoveOrders):
            return self.march(decision, side)
        if isinstance(decision, Choice) and decision.kind == "defensive-fire":
            if not self.careful:
                return None
            return Orders([defensive_fire(self.g, self.values, self.tables, decision)], "where it hurts most")
        return self.choice(decision, side) if isinstance(decision, Choice) else None

    def gunner(self, side: int) -> Gunner:
        tables = self.tables if self.thorough and side == ALLIED else None
        return Gunner(self.g, self.values, side, self.careful, tables)

    def commit(self, decision: CommitOrders, side: int) -> Orders:
        if not self.careful:
            found = Thumb(self.g, self.values, ODDS[side]).commitments(decision)
            reason = "we are stronger there"
            return Orders(found, reason) if found else Orders([END], "nowhere strong enough")
        nerve = self.posture.nerve + usual_nerve(self.g) * 0.5
        staff = Staff(self.g, self.values, self.tables)
        found = staff.commitments(decision, nerve - (TRIED if self.thorough else 0.0))
        if self.thorough:  # once more, with what is likely attacked in mind
            found = staff.commitments(decision, nerve, sorted({action.number(1) for action in found}))
        if found:
            return Orders(found, f"{self.posture.name}: Assaults that promise more than {nerve:+.2f}")
        return Orders([END], f"no Assault promises more than {nerve:+.2f}")

    def march(self, decision: MoveOrders, side: int) -> Orders | None:
        g = self.g
        if self.careful and (self.thorough or side == GERMAN) and not any(g.state.moved):
            plan = Plan(g, self.values, self.tables, self.places, decision, self.posture)
            actions, stay = plan.make()
            if self.thorough and side == GERMAN and self.values.turns_left(g):
                more, thought = Defence(g, self.values, self.tables, decision, plan.posts()).make()
                actions, stay = actions + more, stay + thought
            if actions:
                return Orders(actions, f"{self.posture.name}: to the jump-off squares", stay)
        chore = self.places.chores(g, decision, side)
        if chore is None and not g.state.moving:
            chore = self.places.hq_modes(g, side)
        return Orders([chore], "before anyone moves") if chore is not None else None

    def choice(self, decision: Choice, side: int) -> Orders | None:
        g, kind = self.g, decision.kind
        if kind == "bombardment-guns":
            return Orders([self.gunner(side).join(decision)], "as many guns as it pays to fire")
        if kind == "counter-battery":
            return Orders([counter_battery(g, decision, side)], "to silence their guns")
        if kind in ("over-the-top", "assault", "resources"):
            return self.assault(decision)
        if kind in ("coordination", "arm"):
            attackers = [u for u in g.setting.units_of[side] if g.state.commit[u] == g.state.target]
            return Orders([stronger_group(g, decision, attackers)], "the stronger group")
        if kind == "substitution":
            return Orders([substitute(decision)], "gas helps every Assault")
        if kind in ("mines", "air"):
            verb = decision.options[0].verb
            cell = strike(g, self.values, [a.number() for a in decision.options if a.verb == verb], ALLIED)
            action = Action(verb, (cell,)) if cell is not None else decision.options[-1]
            return Orders([action], "where it shakes them most")
        if kind == "setup-modes":
            plain = self.places.first_mode(g, decision.options)
            change = depots(g, self.values, self.places, side) if self.thorough and side == ALLIED else plain
            if change is None or change not in decision.options:
                change = END
            return Orders([change], "depots behind the front")
        return None

    def assault(self, decision: Choice) -> Orders:
        """8.7, 11: how it is gone about and with what help, by rule of thumb or worked out."""
        staff, thumb = Staff(self.g, self.values, self.tables), Thumb(self.g, self.values, 0)
        if decision.kind == "assault":
            return Orders([staff.next_assault(decision)], "the surest Assault first")
        if decision.kind == "over-the-top":
            if self.careful:
                return Orders([staff.over_the_top(decision)], "depends on what they face")
            return Orders([thumb.over_the_top(decision)], "divisions go over the top")
        if self.careful:
            return Orders([staff.resource(decision)], "support where it counts most")
        return Orders([thumb.resource(decision)], "all the support at once")
