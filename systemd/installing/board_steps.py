"""What is to be set on the Pi itself: told, and done only with consent."""

# ruff: noqa: T201  # an installer prints

from __future__ import annotations

import shutil

from installing.hands import Hands

PI_STEPS = (
    ("switch I2C on, for displays", ("raspi-config", "nonint", "do_i2c", "0")),
    ("switch SPI on, for strips of lights", ("raspi-config", "nonint", "do_spi", "0")),
    ("take the console off the serial pins", ("raspi-config", "nonint", "do_serial_cons", "1")),
)
CONFIG_LINES = (
    "dtparam=i2c_arm_baudrate=400000",
    "dtoverlay=i2c-mux,pca9548,addr=0x70   (where displays hang on a multiplexer)",
    "dtoverlay=spi0-0cs,no_miso            (only for the ring of ten seats)",
)


def tell_of_the_pi(hands: Hands, *, has_consent: bool) -> None:
    """Print what is to be set on the Pi itself, and do what raspi-config can, only with consent."""
    can_do = shutil.which("raspi-config") is not None
    for what, command in PI_STEPS:
        if has_consent and can_do:
            hands.run(what, *command)
        else:
            print(f"to do by you: {what}: sudo {' '.join(command)}", flush=True)
    if has_consent and not can_do:
        print("note: raspi-config is not here, so --configure-pi did nothing", flush=True)
    for line in CONFIG_LINES:
        print(f"to do by you, in /boot/firmware/config.txt: {line}", flush=True)
    print("then: sudo reboot, and: tacotable doctor --table /etc/tacotable/table.toml", flush=True)
