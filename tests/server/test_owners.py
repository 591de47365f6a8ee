"""Owners' values over HTTP: offered, checked, kept with the match, and in every branch of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.engine import find_game
from grognard.server.owners import values_in
from grognard.server.running import reachable
from tests.server.conftest import Server, error, good


@pytest.fixture
def owned(tmp_path: Path) -> Iterator[Server]:
    folder = tmp_path / "values" / "marne-1914"
    text = find_game("marne-1914").data().text("units.csv")
    ours = "6/5 5/4 3/3 2/2"
    for name, new in (("printed", "9/9 8/8 7/7 6/6"), ("broken", "many")):
        (folder / name).mkdir(parents=True)
        changed = text.replace(ours, new, 1)
        assert changed != text
        (folder / name / "units.csv").write_text(changed, encoding="utf-8")
    offered = values_in(tmp_path / "values")
    assert [one.name for one in offered] == ["broken", "printed"]
    running = Server(tmp_path / "matches.sqlite", owners=offered)
    yield running
    running.stop()


def test_values_are_offered_and_checked(owned: Server) -> None:
    broken, printed = owned.client.get("/api/games/marne-1914/values").json()
    assert printed == {"name": "printed", "files": ["units.csv"], "problem": ""}
    assert broken["problem"]
    assert "/" not in broken["problem"].replace("units.csv", "").split(":")[0]  # no folders of the owner's machine
    assert owned.client.get("/api/games/somme-1916/values").json() == []
    for name in ("broken", "nothing"):
        error(owned.client.post("/api/matches", json={"game": "marne-1914", "values": name}), 422, "bad-values")


def test_a_match_a_branch_and_a_file_keep_them(owned: Server) -> None:
    match = owned.begin("marne-1914", scenario="counter-attack", seed="7", values="printed", seats={"cp": "bot:random"})
    me = owned.player(match)
    assert me.state()["values"] == "printed"
    table = next(one for one in good(me.get("/tables"))["tables"] if one["name"] == "units.csv")
    assert (table["owner"], len(table["owned"])) == ("printed", 1)
    good(me.play("end"))
    preview = good(me.post("/preview", action="end", number=1))  # a worker has the same values
    assert preview["ruling"]["allowed"]
    branch = owned.player(good(me.post("/fork", number=0)))
    assert branch.state()["values"] == "printed"
    save = me.get("/export", form="save").text
    again = owned.player(good(owned.client.post("/api/import", json={"text": save})))
    one, other = (player.state()["units"] for player in (me, again))
    assert one == other
    listed = owned.client.get("/api/matches").json()
    assert {row["values"] for row in listed} >= {"printed"}


def test_addresses_that_others_can_reach() -> None:
    assert reachable("127.0.0.1", (), 8014) == []
    assert reachable("127.0.0.1", ("table.example",), 8014) == ["http://table.example:8014/"]
    assert reachable("10.0.0.7", (), 80) == ["http://10.0.0.7:80/"]


def test_no_folder_means_no_values(tmp_path: Path) -> None:
    assert values_in(tmp_path / "none") == []
