"""The steps of the installer, by what they are about; `systemd/install` puts them in order."""
