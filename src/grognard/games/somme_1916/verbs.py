"""Buttons that several phases have."""

from __future__ import annotations

from grognard.engine import Action

END, FIRE, PASS = Action("end"), Action("fire"), Action("pass")
