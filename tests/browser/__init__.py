"""Tests of the page in Chromium; a package, so that one browser can serve them all and end with them."""
