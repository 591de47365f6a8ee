"""``grognard bench``: it runs, it compares, and it says what it needs. No figure is judged here."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from benchmarks.measure import Benchmark, Figure, each, measure_all, number, percentile, rate
from grognard.commands import bench
from tests.commands.conftest import Run


def test_everything_is_measured(run: Run, tmp_path: Path) -> None:
    result = run("bench", "--quick", "--json", tmp_path / "figures.json")
    assert result.exit_code == 0, result.output
    for name in ("chess beside marne-1914", "networkx / reach, 4 MP", "clone and first use", "import grognard"):
        assert name in result.output
    figures = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))["figures"]
    assert all(figure["median"] > 0 for figure in figures)
    assert {f["name"] for f in figures if f["unit"] == "ratio"} >= {"marne-1914 full-battle / chess"}


def test_a_few_are_measured(run: Run) -> None:
    result = run("bench", "--quick", "clone", "undo")
    assert "undo the last decision" in result.output
    assert "chess" not in result.output


def test_slow_ones_are_measured_where_they_are_named(run: Run) -> None:
    result = run("bench", "--quick", "pool", "thinking sergeant marne")
    assert result.exit_code == 0, result.output
    assert "one process / two" in result.output
    assert "sergeant a turn, marne-1914 full-battle" in result.output


def test_missing_peers_are_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def missing(name: str, package: str | None = None) -> object:
        if name in ("chess", "networkx"):
            raise ImportError(name)
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", missing)
    result = run("bench")
    assert result.exit_code == 2
    assert "the benchmarks need chess and networkx to compare with: pip install 'grognard[bench]'" in result.stderr


def test_an_installed_copy_has_no_benchmarks(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    result = run("bench")
    assert result.exit_code == 2
    assert "in the source tree" in result.stderr


def test_repeats_are_interleaved() -> None:
    order: list[str] = []

    def one(name: str) -> Benchmark:
        def measure() -> dict[str, float]:
            order.append(name)
            return {name: float(len(order))}

        return Benchmark(name, [Figure(name, "s")], lambda seconds: measure)

    found = dict(measure_all([one("a"), one("b")], repeats=3, seconds=0.0))
    assert order == ["a", "b", "a", "b", "a", "b"]
    assert found["a"][0].median == 3
    assert found["b"][0].values == [2, 4, 6]


def test_targets() -> None:
    assert Figure("x", "/s", at_least=3000).met(2999) is False
    assert Figure("x", "ms", at_most=5).met(5) is True
    assert Figure("x", "ms").met(5) is None
    assert Figure("x", "/s", at_least=3000).target == ">= 3,000"


def test_arithmetic() -> None:
    assert rate(lambda: 7, 0.01) > 0
    assert len(each(lambda: None, 0.0, least=5)) == 5
    assert percentile([5, 1, 3], 0.5) == 3
    assert percentile([1, 2], 0.99) == 2
    assert [number(n) for n in (12345.6, 0.01234, 5, None)] == ["12,346", "0.0123", "5", ""]
