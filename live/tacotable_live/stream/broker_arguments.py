"""Arguments of commands that speak to a broker."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tacotable.errors import SetupError
from tacotable.files.toml_file import read_text
from tacotable.table.choose import add_arguments

if TYPE_CHECKING:
    from tacotable_live.mqtt.broker import Broker


def add_broker_arguments(parser: argparse.ArgumentParser, password: str) -> None:
    """Add what says who one is at a broker; `password`: what is taken where no file is given."""
    add_arguments(parser, "broker", "tacotable_live", password=password)


def broker_of(asked: argparse.Namespace, address: str, user: str, password: str) -> Broker:
    """Return the broker that was asked for; raises SetupError, also where the extra for it is missing."""
    try:
        from tacotable_live.mqtt.broker import broker_at
    except ModuleNotFoundError as error:
        raise SetupError(f"a broker needs {error.name}: install tacotable with its extra, tacotable[mqtt]") from None
    file = asked.password_file
    told = read_text(file, "it holds the password at the broker", SetupError).strip() if file else password
    files = {"ca": asked.ca, "certificate": asked.client_certificate, "key": asked.client_key}
    return broker_at(address, user=user, password=told or None, **files)
