"""The end of ``ssh``, whose messages come by a pty: Linux reports that as an error, and nobody is to read it."""

import asyncio
import gc
import os
from typing import Any
from unittest.mock import patch

from chwech_tui.ssh import _Child


async def test_the_end_of_a_pty_leaves_no_error_behind() -> None:
    """One that nobody has looked at would be a traceback on the terminal of whoever leaves."""
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))
    ours, theirs = os.openpty()
    # At the end of the program the error may be told before this looks at it.
    with patch.object(asyncio.StreamReaderProtocol, "__del__", lambda _protocol: None):
        with os.fdopen(ours, "rb", buffering=0) as errors:
            listening = asyncio.create_task(_Child(lambda: None, attended=False)._listen(errors))
            await asyncio.sleep(0)
            os.close(theirs)
            await listening
        del listening
        gc.collect()
    assert not faults
