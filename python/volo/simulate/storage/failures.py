"""What object storage says when a request fails.

The error messages of obstore can contain keys and signed URLs, and those of a server whatever it was sent. So only the
status of an answer is repeated.
"""

from __future__ import annotations

import errno
import re
from typing import Final

from volo.simulate.versions import load

_FAILED: Final = "object storage failed"

CONFLICT: Final = f"{_FAILED}: a conflict of conditional puts"
"""S3 says this of a conditional put at the same time as another one, whether or not the condition holds."""

NO_ANSWER: Final = (
    f"{_FAILED}: no answer that can be used; check the URL of the server, which begins with https:// or http://, its "
    "certificate, and the credentials and the region in the environment"
)
LOST: Final = f"{_FAILED}: the server lost a part of the request"

PASSING: Final = frozenset({NO_ANSWER, LOST})
"""The failures after which a request is sent again. obstore itself repeats a request after a refused connection, 5xx
and 429.
"""


def failure_of(error: BaseException) -> OSError:
    """The error to raise for one of obstore: a FileNotFoundError if the object does not exist, a FileExistsError if it
    exists or is not the one that was expected, or another OSError.
    """
    errors, text = load("obstore.exceptions"), str(error)
    if isinstance(error, OSError) and error.errno is not None:
        return OSError(error.errno, error.strerror)
    if "<Code>ConditionalRequestConflict" in text or "<Code>OperationAborted" in text:
        return OSError(errno.EIO, CONFLICT)
    if isinstance(error, (errors.AlreadyExistsError, errors.PreconditionError)):
        return FileExistsError(errno.EEXIST, "another process has changed it")
    if re.search("NoSuchBucket|ContainerNotFound|bucket does not exist", text):
        return OSError(errno.EIO, "there is no such bucket")
    if isinstance(error, FileNotFoundError):
        return FileNotFoundError(errno.ENOENT, "there is no such object")
    if "<Code>RequestTimeout" in text:
        return OSError(errno.EIO, LOST)
    status = (re.findall(r"status code: (\d{3})", text) or [""])[0]
    if isinstance(error, (errors.PermissionDeniedError, errors.UnauthenticatedError)) or status in {"401", "403"}:
        return OSError(errno.EACCES, "access denied")
    return OSError(errno.EIO, f"{_FAILED}: status {status}" if status else NO_ANSWER)
