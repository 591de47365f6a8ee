"""What the short words of the results tables mean."""

from __future__ import annotations

GLOSSARY: dict[str, str] = {
    "A2SR": "the attackers lose two steps and go back",
    "ASR": "the attackers lose a step and go back",
    "C": "the defenders counter-attack",
    "ENG": "both sides stay locked in the square",
    "DR": "the defenders retreat",
    "DSR": "the defenders lose a step and retreat",
    "D2SR": "the defenders lose two steps and retreat",
    "DE": "the defenders are eliminated",
    "DEBT": "the defenders are eliminated: breakthrough",
    "I": "the square is interdicted",
    "S": "all units there are suppressed",
    "D": "all units there are disrupted",
    "ST": "one step is lost",
    "2ST": "two steps are lost",
    "3ST": "three steps are lost",
    "R": "retreat",
}
"""What the short words of the results tables mean (6.5.1, 10.2, 11.8)."""
