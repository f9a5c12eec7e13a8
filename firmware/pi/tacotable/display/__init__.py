"""Pictures, fonts and tones of the displays."""
