"""The page of the table: a small web server and the files it serves; it holds no state of the game."""

from __future__ import annotations

from tacotable.web.app import page_app
from tacotable.web.limits import Limits
from tacotable.web.model import PageError, PageModel, Role
from tacotable.web.serve import allowed_hosts, bound_addresses, listen, serving

__all__ = [
    "Limits",
    "PageError",
    "PageModel",
    "Role",
    "allowed_hosts",
    "bound_addresses",
    "listen",
    "page_app",
    "serving",
]
