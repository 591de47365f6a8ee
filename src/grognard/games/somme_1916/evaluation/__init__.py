"""What a strong player of The Big Push values, and the drill of its phases.

What an Assault promises comes from the tables (`assault`). The phases are drilled in `drill`: the Assaults of a
phase are planned before the march by Germans and by an Allied General (`plan`, with the headquarters in
`corps`), a General's defenders are placed (`defence`), and the Assaults chosen again at the commitment
(`commit`). The guns' work is in `fire`, the places of guns and headquarters in `places`, quick answers in
`answers`.
"""

from grognard.games.somme_1916.evaluation.evaluation import SommeEvaluation

__all__ = ["SommeEvaluation"]
