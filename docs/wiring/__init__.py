"""The wiring of the shipped tables as pictures, drawn by `python -m docs.wiring` as `tacotable wiring` draws them."""
