"""The program ``server``, whose supervisor kills a silent process sooner than in life: a beat comes each second."""

import sys

from server.__main__ import main
from server.processes import child

if __name__ == "__main__":
    setattr(child, "SILENT_SECONDS", 4.0)  # noqa: B010 # a constant in life
    sys.exit(main(sys.argv[1:]))
