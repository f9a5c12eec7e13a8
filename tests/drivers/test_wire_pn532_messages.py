"""PN532 commands and answers: target records, firmware, and bodies that are cut."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drivers.vectors import vectors
from tacotable_drivers.wire import pn532_messages as m

MESSAGES = {vector["name"]: vector["body"] for vector in vectors("pn532.toml", "message")}

targets = st.builds(
    m.Target,
    uid=st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)),
    sens_res=st.binary(min_size=2, max_size=2),
    sel_res=st.integers(0, 255).map(lambda sak: sak & ~0x20),
) | st.builds(
    m.Target,
    uid=st.binary(min_size=7, max_size=7),
    sel_res=st.integers(0, 255).map(lambda sak: sak | 0x20),
    ats=st.binary(max_size=20),
)


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("SAMConfiguration, normal mode", m.SAM_NORMAL),
        ("GetFirmwareVersion", m.GET_FIRMWARE_VERSION),
        ("RFConfiguration, MaxRetries: passive activation 2", m.max_retries(2)),
        ("RFConfiguration, field off", m.RF_OFF),
        ("InListPassiveTarget, one type A", m.list_passive_targets(1)),
        ("InListPassiveTarget, two type A", m.list_passive_targets(2)),
        ("InRelease, all", m.IN_RELEASE_ALL),
        ("GetFirmwareVersion answered: PN532 1.6", m.Firmware().encode()),
    ],
)
def test_commands_are_those_of_the_manual(name: str, body: bytes) -> None:
    assert body.hex(" ") == MESSAGES[name]


@pytest.mark.parametrize("vector", vectors("pn532.toml", "targets"), ids=lambda vector: vector["name"])
def test_target_records_are_read(vector: dict[str, Any]) -> None:
    found = m.decode_targets(bytes.fromhex(vector["body"]))

    assert [target.tag for target in found] == vector["tags"]
    assert m.encode_targets(found).hex(" ") == vector["body"]


@given(st.lists(targets, max_size=2))
def test_targets_survive_writing_and_reading(sent: list[m.Target]) -> None:
    assert m.decode_targets(m.encode_targets(sent)) == tuple(sent)


@pytest.mark.parametrize("order", [("phone", "card"), ("card", "phone"), ("phone",), ("phone", "phone")])
def test_a_tag_that_promises_an_ats_and_sends_none_is_read_and_so_is_its_neighbour(order: tuple[str, ...]) -> None:
    uids = {"phone": bytes.fromhex("08A1B2C3"), "card": bytes.fromhex("04A1B2C3D4E5F6")}
    saks = {"phone": 0x20, "card": 0x00}
    records = (
        bytes([number, 0, 4, saks[name], len(uids[name])]) + uids[name] for number, name in enumerate(order, start=1)
    )

    found = m.decode_targets(b"\x4b" + bytes([len(order)]) + b"".join(records))

    assert [target.uid for target in found] == [uids[name] for name in order]
    assert {target.ats for target in found} == {b""}


@given(st.lists(targets, min_size=1, max_size=2), st.data())
def test_a_cut_list_is_refused(sent: list[m.Target], data: st.DataObject) -> None:
    whole = m.encode_targets(sent)
    cut = data.draw(st.integers(0, len(whole) - 1))
    assume(not sent[-1].sel_res & 0x20 or cut != len(whole) - len(sent[-1].ats) - 1)  # a tag without an ATS

    with pytest.raises(m.WireError):
        m.decode_targets(whole[:cut])


@pytest.mark.parametrize(
    "body",
    [
        "4b 01 01 00 04 08 04 11 22 33 44 99",  # a byte too many
        "4b 01 01 00 04 08 05 11 22 33 44 55",  # a number of five bytes
        "4b 01 01 00 04 20 04 11 22 33 44 00",  # an answer to select that does not hold its own length
        "4d 00",
    ],
)
def test_an_odd_list_is_refused(body: str) -> None:
    with pytest.raises(m.WireError):
        m.decode_targets(bytes.fromhex(body))


def test_the_firmware_answer_is_read() -> None:
    assert m.decode_firmware(bytes.fromhex("03 32 01 06 07")) == m.Firmware(0x32, 1, 6, 7)


@pytest.mark.parametrize("body", ["03 32 01 06", "15", "03 32 01 06 07 00"])
def test_an_odd_firmware_answer_is_refused(body: str) -> None:
    with pytest.raises(m.WireError, match="not a firmware version"):
        m.decode_firmware(bytes.fromhex(body))


@pytest.mark.parametrize("most", [0, 3])
def test_the_chip_lists_one_or_two_tags(most: int) -> None:
    with pytest.raises(ValueError, match="1 or 2"):
        m.list_passive_targets(most)
