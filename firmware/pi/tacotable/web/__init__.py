"""The page of the table: a small web server and the files it serves; it holds no state of the game."""
