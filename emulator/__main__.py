"""`python -m emulator` is the command `discoveryengine-emulator`."""

import sys

from emulator.cli import main

sys.exit(main())
