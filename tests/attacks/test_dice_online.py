"""Attacks on the dice of an online match: by a creator, by an opponent, by the server, after an undo, in a branch."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.engine import own_chance
from grognard.engine.dice import commitment, fair
from grognard.engine.records import read_record
from grognard.engine.shares import sealed_share, shares_of
from grognard.server.keeper import Keeper
from tests.server.conftest import Player, Server, error, good


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("online") / "matches.sqlite")
    yield running
    running.stop()


def two_strangers(online: Server) -> tuple[dict[str, Any], Player, Player]:
    match = online.begin("hide-and-seek", seats={"blue": "open"})
    red = online.player(match, "red")
    blue = Player(online.client, match["id"], good(red.post("/join", side="blue"))["token"])
    return match, red, blue


def hide(red: Player, blue: Player) -> None:
    good(red.play("hide R1 A1"))
    good(blue.play("hide B1 C3"))


def first_die(player: Player) -> int:
    entries = good(player.get("/log"))["entries"]
    return int(next(event["dice"][0] for entry in entries for event in entry["events"] if event["dice"]))


# -- an open seat --


def test_the_creator_cannot_try_dice_out_before_somebody_joins(online: Server) -> None:
    """He threw, undid to the start, and threw the same dice again."""
    match = online.begin("hide-and-seek", seats={"blue": "open"})
    red, table = online.player(match, "red"), online.player(match)
    good(red.play("hide R1 A1"))
    blue = Player(online.client, match["id"], good(red.post("/join", side="blue"))["token"])
    other = online.begin("marne-1914", scenario="counter-attack", seats={"cp": "open"})
    room = online.app.state.keeper.room(other["id"])
    with room.lock:
        assert room.waits_for() == ["cp"]
    good(blue.play("hide B1 C3"))
    good(red.play("search C3"))
    assert table.state()["number"] == 3


def test_no_dice_fall_while_a_seat_is_vacant(online: Server) -> None:
    """The whole table but one seat: three seats at the Somme, one of them open."""
    match = online.begin("hide-and-seek", seats={"blue": "open"})
    room = online.app.state.keeper.room(match["id"])
    red = online.player(match, "red")
    good(red.play("hide R1 A1"))
    with room.lock:  # the other side has answered, by whatever means, before its seat was taken
        room.match.play("hide B1 C3", by="blue")
        before = room.match.fingerprint()
        with pytest.raises(Exception, match="from Blue"):
            room.play("search C3", "red", 2)
        assert room.match.fingerprint() == before, "and nobody has seen the die"


# -- seal, then reveal --


def seal(player: Player, share: str) -> dict[str, Any]:
    return good(player.post("/dice", seal=sealed_share(share)))


def test_both_add_to_the_dice(online: Server) -> None:
    match, red, blue = two_strangers(online)
    shares = {"red": secrets.token_hex(16), "blue": secrets.token_hex(32)}
    assert seal(red, shares["red"])["waits_for"] == ["blue"]
    error(red.post("/dice", share=shares["red"]), 409, "dice-wait")
    error(red.post("/dice", seal=sealed_share("00" * 16)), 409, "dice-sealed")
    assert seal(blue, shares["blue"])["phase"] == "reveal"
    error(blue.post("/dice", share="ab" * 16), 422, "bad-request")
    good(red.post("/dice", share=shares["red"]))
    hide(red, blue)
    number = red.state()["number"]
    error(red.play("search C3"), 409, "dice-wait")
    assert red.state()["number"] == number
    assert good(blue.post("/dice", share=shares["blue"]))["phase"] == "mixed"
    good(red.play("search C3"))
    error(red.post("/dice", seal=sealed_share("00" * 16)), 409, "dice-sealed")
    die = first_die(red)
    good(blue.post("/resign"))
    state = red.state()
    (part,) = shares_of(state["seed"])
    assert part.added == shares
    assert commitment(part.server) == match["commitment"], "the server had sealed its share before"
    assert fair(state["seed"], 1, 6) == die
    assert state["dice"]["verdict"].startswith("Nobody could choose the dice")
    record = red.get("/export", form="record").text
    assert f"Sealed red: {sealed_share(shares['red'])}" in record
    assert read_record(record).seed == state["seed"]
    forged = record.replace(shares["red"], "ab" * 16)
    with pytest.raises(Exception, match="the share of red does not match its commitment"):
        read_record(forged)


def test_the_hash_is_one_that_browsers_have() -> None:
    assert sealed_share("ab" * 16) == hashlib.sha256(b"grognard share " + b"ab" * 16).hexdigest()


def test_whoever_never_adds_does_not_stop_the_match(online: Server) -> None:
    _, red, blue = two_strangers(online)
    hide(red, blue)
    good(red.play("search C3"))
    good(blue.post("/resign"))
    assert "nobody added a share of his own" in red.state()["dice"]["verdict"]


def test_whoever_plays_without_sealing_has_passed(online: Server) -> None:
    _, red, blue = two_strangers(online)
    share = secrets.token_hex(16)
    seal(red, share)
    hide(red, blue)
    assert red.state()["dice"]["waits_for"] == ["red"]
    good(red.post("/dice", share=share))
    good(red.play("search C3"))
    good(blue.post("/resign"))
    assert shares_of(red.state()["seed"])[0].added == {"red": share}


def test_a_lost_share_is_withdrawn(online: Server) -> None:
    _, red, blue = two_strangers(online)
    seal(red, "11" * 16)
    seal(blue, "22" * 16)
    good(red.post("/dice", passes=True))
    good(blue.post("/dice", share="22" * 16))
    hide(red, blue)
    good(red.play("search C3"))


def test_a_match_with_shares_survives_a_restart(online: Server) -> None:
    _, red, blue = two_strangers(online)
    for player, share in ((red, "31" * 16), (blue, "32" * 16)):
        seal(player, share)
    for player, share in ((red, "31" * 16), (blue, "32" * 16)):
        good(player.post("/dice", share=share))
    hide(red, blue)
    good(red.play("search C3"))
    good(red.post("/undo"))
    good(blue.post("/agree-undo"))
    good(red.play("search C3"))
    keeper = online.app.state.keeper
    again = Keeper(keeper.storage.path, workers=1)
    try:
        assert again.room(red.id).match.fingerprint() == keeper.room(red.id).match.fingerprint()
    finally:
        again.close()


# -- second tries and branches --


def test_a_second_try_throws_other_dice(online: Server) -> None:
    """Of many undos, each try would have thrown the same die."""
    dice: set[bool] = set()
    for _ in range(120):  # one in six falls the same: hardly ever none of so long a row
        if len(dice) == 2:
            break
        match, red, blue = two_strangers(online)
        hide(red, blue)
        good(red.play("search C3"))
        known = fair(online.app.state.keeper.room(match["id"]).match.seed, 1, 6)
        assert first_die(red) == known
        good(red.post("/undo"))
        good(blue.post("/agree-undo"))
        good(red.play("search C3"))
        dice.add(first_die(red) == known)
    assert dice == {True, False}, "as often the same as chance has it, and not always"


def test_a_fork_throws_dice_that_nobody_knows(online: Server) -> None:
    match = online.begin("marne-1914", scenario="counter-attack")
    me = online.player(match)
    keeper = online.app.state.keeper
    parent = keeper.room(match["id"]).match
    for _ in range(200):
        if parent.position.dice.count >= 4:
            break
        good(me.play(good(me.get("/actions", limit=3))["actions"][-1]["text"]))
        parent = keeper.room(match["id"]).match
    assert parent.position.dice.count >= 4
    assert not me.state()["dice"]["known"]
    number = me.state()["number"]
    fresh = online.player(good(me.post("/fork", number=number)))
    forked = keeper.room(fresh.id).match
    assert forked.position.dice.count == parent.position.dice.count
    thrown = forked.position.dice.count
    assert [fair(forked.seed, n, 6) for n in range(1, thrown + 1)] == [
        fair(parent.seed, n, 6) for n in range(1, thrown + 1)
    ]
    later = range(thrown + 1, thrown + 40)
    assert [fair(forked.seed, n, 6) for n in later] != [fair(parent.seed, n, 6) for n in later]
    assert not fresh.state()["dice"]["known"]
    same = online.player(good(me.post("/fork", number=number, same_dice=True)))
    assert same.state()["dice"]["known"], "and everybody who sits down is told"
    assert keeper.room(same.id).match.seed == parent.seed


def test_an_exported_match_says_that_its_dice_are_known(online: Server) -> None:
    me = online.player(online.begin("marne-1914", scenario="counter-attack"))
    text = me.get("/export").text
    assert me.state()["dice"]["known"]
    begun = online.player(good(online.client.post("/api/import", json={"text": text})))
    assert not begun.state()["dice"]["known"]
    keeper = online.app.state.keeper
    assert keeper.room(begun.id).match.seed != keeper.room(me.id).match.seed
    again = online.player(good(online.client.post("/api/import", json={"text": text, "same_dice": True})))
    assert again.state()["dice"]["known"]


# -- bots --


def test_nobody_foretells_a_bot_of_the_server(online: Server) -> None:
    """All that is public (commitment, seats, ids) gives none of its chances; it gave 62 of 62 actions."""
    match = online.begin("hide-and-seek", seats={"blue": "bot:random"})
    room = online.app.state.keeper.room(match["id"])
    with room.lock:
        chance = own_chance(room.chance, "blue")
    state = online.player(match).state()
    public = [match["commitment"], match["id"], match["table"], *match["seats"].values(), state["commitment"]]
    public += [f"{word} blue" for word in public]
    guesses = {own_chance(own_chance(word, n), "blue") for word in public for n in range(3)} | set(public)
    assert chance not in guesses
    assert chance not in str(state)


def test_a_bot_is_asked_again_with_other_chances(online: Server) -> None:
    match = online.begin("hide-and-seek", seats={"blue": "bot:random"})
    me = online.player(match)
    room = online.app.state.keeper.room(match["id"])
    before = room.chance
    good(me.play("hide R1 A1"))
    me.wait()
    good(me.post("/undo"))
    assert room.chance != before


def test_old_files_of_the_server_still_load(tmp_path: Path) -> None:
    """A match that a server of format 2 has kept, without shares and without a chance for its bots."""
    import sqlite3

    from grognard.server.storage import Storage

    path = tmp_path / "old.sqlite"
    keeper = Keeper(path, workers=1)
    room = keeper.begin("hide-and-seek", None, {}, None, {"red": "human", "blue": "human"})
    room.play("hide R1 A1", "red", 0)
    id, seed = room.id, room.match.seed
    keeper.close()
    db = sqlite3.connect(path)
    db.execute("UPDATE matches SET start = json_remove(CAST(start AS TEXT), '$.chance')")
    db.execute("UPDATE matches SET start = CAST(start AS BLOB)")
    db.execute("PRAGMA user_version = 2")
    db.commit()
    db.close()
    again = Keeper(path, workers=1)
    try:
        assert again.room(id).match.number == 1
        assert again.room(id).match.seed == seed
        assert again.room(id).chance
    finally:
        again.close()
    assert Storage(path)._connection.execute("PRAGMA user_version").fetchone()[0] == 3
