"""The companion: odds, advice and reviews of a match, from what a viewer may know; it changes no match."""
