"""The same games on a real local Ray, and none lost or repeated when a worker dies."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.errors import GrognardError
from grognard.simulate import cluster as clusters
from grognard.simulate.games import Pairing, Result, play_game
from grognard.simulate.work import Ledger, merge, run, shard_of
from tests.simulate.outsiders import killer

if find_spec("ray") is None:  # not importorskip: Ray must not be imported before its settings are made
    pytest.skip("Ray is not installed", allow_module_level=True)
PAIRINGS = [
    Pairing("marne-1914", "counter-attack", str(n), {"cp": "random", "entente": bot})
    for n, bot in enumerate(("random", "sergeant", "random", "random"))
]


def plain(results: list[Result]) -> list[bytes]:
    """The results byte by byte, but for the seconds of the processor, which are never the same twice."""
    return [msgspec.json.encode(msgspec.structs.replace(r, seconds=0.0, think={})) for r in results]


@pytest.fixture(scope="module")
def ray(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A cluster of two cores that is there for this module, and leaves nothing in anybody's home."""
    before = dict(os.environ)
    home = tmp_path_factory.mktemp("home")
    os.environ["HOME"] = str(home)
    os.environ.pop("RAY_ADDRESS", None)
    found = clusters.join()
    clusters.begin(found, cores=2)
    yield found
    found.shutdown()
    os.environ.clear()
    os.environ.update(before)
    assert not (home / ".ray").exists()


def require_loopback(ray: Any) -> None:
    """The cluster is not heard outside this machine."""
    assert {node["NodeManagerAddress"] for node in ray.nodes()} == {"127.0.0.1"}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward:
        outward.connect(("192.0.2.1", 9))  # sends nothing: it only asks which address of ours leads outside
        address = outward.getsockname()[0]
    if address.startswith("127."):
        return
    for node in ray.nodes():
        with pytest.raises(OSError), socket.create_connection((address, node["NodeManagerPort"]), timeout=2):
            pass


# Few tests ask for the cluster: each process of the test run that meets one starts a cluster of its own.


def test_pool_shards_and_ray_give_the_same_results_in_the_same_order(ray: Any, tmp_path: Path) -> None:
    require_loopback(ray)
    alone = plain([play_game(p) for p in PAIRINGS])
    assert plain(run(PAIRINGS, Ledger(tmp_path / "pool.jsonl"), jobs=2)) == alone
    assert plain(run(PAIRINGS, Ledger(tmp_path / "ray.jsonl"), on="ray")) == alone
    parts = []
    for number, on in ((1, "pool"), (2, "ray")):
        parts.append(tmp_path / f"part{number}.jsonl")
        run(shard_of(PAIRINGS, f"{number}/2"), Ledger(parts[-1]), jobs=1, on=on)
    merge(parts, tmp_path / "whole.jsonl")
    whole = Ledger(tmp_path / "whole.jsonl").results
    assert plain([whole[p.key] for p in PAIRINGS]) == alone


def test_a_worker_killed_in_the_middle_of_a_game(ray: Any, tmp_path: Path) -> None:
    bots = {"cp": "random", "entente": killer(tmp_path)}
    pairings = [Pairing("marne-1914", "counter-attack", str(n), bots) for n in range(4)]
    path = tmp_path / "results.jsonl"
    results = run(pairings, Ledger(path), on="ray")
    assert int((tmp_path / "killed").read_text(encoding="utf-8")) != os.getpid()
    # Only the game that was lost is begun a second time, and every one is in the file once.
    assert len((tmp_path / "begun").read_text(encoding="utf-8")) == len(pairings) + 1
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(pairings)
    assert [r.failures for r in results if r.failures] == []
    assert plain(results) == plain([play_game(p) for p in pairings])
    # A fault of a game itself is told as one sentence, as anywhere.
    strange = Pairing("marne-1914", "counter-attack", "1", {"cp": "nobody", "entente": "random"})
    with pytest.raises(GrognardError, match=r"^there is no bot 'nobody'"):
        run([strange], Ledger(None), on="ray")


def test_an_overlay_is_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pairing = Pairing("marne-1914", "counter-attack", "1", {}, overlay="mine")
    sent = msgspec.json.decode(clusters.to_send(pairing), type=Pairing)
    assert sent.overlay == str(tmp_path / "mine")
    assert sent.key == pairing.key


def test_without_ray_a_sentence_tells_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(GrognardError, match="extra 'cluster'"):
        list(clusters.play_on_ray(PAIRINGS))
