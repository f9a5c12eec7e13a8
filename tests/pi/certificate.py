"""A certificate as people make it for a table, with `openssl`."""

from __future__ import annotations

import subprocess
from pathlib import Path

NAME = "table.example"


def make_certificate(folder: Path) -> Path:
    """Make a certificate in a folder, with its key in the same file."""
    path = folder / "table.pem"
    names = f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=table"
    subprocess.run(
        [*command.split(), "-addext", names, "-keyout", path, "-out", f"{path}.crt"], check=True, capture_output=True
    )
    path.write_bytes(Path(f"{path}.crt").read_bytes() + path.read_bytes())
    return path
