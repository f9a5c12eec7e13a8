"""The page of the table: a small web server and the files it serves; it holds no state of the game."""

from __future__ import annotations

from tacotable.state.role import Role
from tacotable.web.app import page_app
from tacotable.web.limits import Limits
from tacotable.web.model import PageError, PageModel
from tacotable.web.serve import address_for_people, allowed_hosts, bound_addresses, listen, own_names, serving

__all__ = [
    "Limits",
    "PageError",
    "PageModel",
    "Role",
    "address_for_people",
    "allowed_hosts",
    "bound_addresses",
    "listen",
    "own_names",
    "page_app",
    "serving",
]
