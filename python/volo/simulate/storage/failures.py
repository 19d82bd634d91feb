"""What object storage says when a request fails, and which variables of the environment cannot be used.

The error messages of obstore can contain keys and signed URLs, and those of a server whatever it was sent. So only the
words of the lists below are repeated.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Mapping
from typing import Final

from volo.errors import VoloError
from volo.simulate.versions import load

_FAILED: Final = "object storage failed"

CONFLICT: Final = f"{_FAILED}: 409, ConditionalRequestConflict"
"""S3 says this of a conditional put at the same time as another one, whether or not the condition holds."""

_BROKEN: Final = "the connection broke, as it does if the URL of a server has http:// in place of https://"
PASSING: Final = frozenset({f"{_FAILED}: {_BROKEN}", f"{_FAILED}: 400, RequestTimeout"})
"""The failures after which a request is sent again: a connection broke before the answer, or the server lost a part of
the request. obstore itself repeats a request after a refused connection, 5xx and 429."""

_CODES: Final = (
    "AccessDenied|AccountIsDisabled|AccountProblem|AllAccessDisabled|AuthenticationFailed|AuthorizationFailure"
    "|AuthorizationHeaderMalformed|AuthorizationPermissionMismatch|BadDigest|BlobAlreadyExists|ConditionNotMet"
    "|ConditionalRequestConflict|ContainerNotFound|EntityTooLarge|ExpiredToken|IllegalLocationConstraintException"
    "|InsufficientAccountPermissions|InternalError|InvalidAccessKeyId|InvalidArgument|InvalidBucketName"
    "|InvalidObjectState|InvalidRequest|InvalidSecurity|InvalidToken|KeyTooLongError|MethodNotAllowed"
    "|NoSuchBucket|NoSuchKey|NotImplemented|NotSignedUp|OperationAborted|OperationTimedOut|PermanentRedirect"
    "|PreconditionFailed|QuotaExceeded|Redirect|RequestTimeTooSkewed|RequestTimeout|ServerBusy|ServiceUnavailable"
    "|SignatureDoesNotMatch|SlowDown|TemporaryRedirect|TooManyRequests|XMinioServerNotInitialized"
    "|XMinioStorageFull"
)
# The words of an error message that are repeated: a status, a known code, and words of obstore.
_WORDS: Final = re.compile(
    rf"(?<=status code: )\d{{3}}|(?<=<Code>)(?:{_CODES})(?=</Code>)"
    "|refused|timed out|TimedOut|dns error|Missing (?:bucket name|AccessKeyId|SecretAccessKey)"
)
# What the words of obstore mean to a user, if there was no answer or a redirect.
_MEANINGS: Final = {
    "(Received|following) redirect|status code: 30[1278]": "the server redirects, as S3 does if AWS_REGION is not the "
    "region of the bucket",
    "peer certificate|UnknownIssuer|CaUsedAsEndEntity": "the certificate of the server is not trusted; SSL_CERT_FILE "
    "can name a file with the certificate of another authority",
    "InvalidContentType|corrupt message|unexpected message|HandshakeFailure": "the server does not use TLS; its URL "
    "may have to begin with http://",
    "invalid HTTP version": "the server does not speak HTTP; its URL may have to begin with https://",
    "URL scheme is not allowed": "a URL must begin with https://",
    "service account file|TokenFile|token file|No such file": "a file of credentials in the environment cannot be read",
    "empty path segment|illegal character sequence": "an object has an empty name, . or .. between two slashes, or a "
    "control character",
    "failed to parse|Unable parse": "a variable of the environment has a wrong value",
    "list response|error decoding response|[Cc]ontent-[Ll]ength|ETag": "the answer is not one of object storage",
}

_TEXTS: Final = re.compile(
    r"AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|(SESSION_)?TOKEN|(DEFAULT_)?REGION|ROLE_ARN)"
    r"|AZURE_(STORAGE_)?(ACCOUNT_NAME|ACCOUNT_KEY|SAS_TOKEN|SAS_KEY|TOKEN)|GOOGLE_BEARER_TOKEN"
)
_URLS: Final = re.compile(
    r"AWS_ENDPOINT(_URL(_S3|_STS)?)?|AWS_METADATA_ENDPOINT|AWS_CONTAINER_CREDENTIALS_FULL_URI"
    r"|AZURE_(STORAGE_)?ENDPOINT|GOOGLE_BASE_URL"
)
_NAMES: Final = {"s3": "AWS_", "gs": "GOOGLE_", "abfs": "AZURE_", "abfss": "AZURE_"}
_TEXT: Final = re.compile("[!-~]([ -~]*[!-~])?")
_REGION: Final = re.compile(r"[\w.-]+", re.ASCII)
_URL: Final = re.compile(
    r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?(/[\w.~/%+-]*)?", re.ASCII | re.IGNORECASE
)
_LARGEST_PORT: Final = 65535


def check_environment(scheme: str) -> None:
    """Check the variables of the environment that obstore reads for the URLs of a scheme. Wrong ones make it panic.

    Raises:
        VoloError: a variable cannot be used. Its value is not repeated, because it may be a key.
    """
    for name, value in _variables(scheme):
        if _URLS.fullmatch(name):
            parts = _URL.fullmatch(value)
            if parts is None or int(parts["port"] or 0) > _LARGEST_PORT:
                raise VoloError(f"the environment variable {name} must be a URL such as https://HOST:PORT")
        elif not (_REGION if name.endswith("REGION") else _TEXT).fullmatch(value):
            raise VoloError(
                f"the environment variable {name} is empty, or has a quote, a line break, a blank at an end or another "
                "character that it cannot have"
            )


def uses_http(scheme: str) -> bool:
    """Whether requests without TLS are allowed.

    They are if the environment names such a server, and with Google, on whose machines the credentials come from one.
    """
    return scheme == "gs" or any(
        value.lower().startswith("http://") for name, value in _variables(scheme) if _URLS.fullmatch(name)
    )


def _variables(scheme: str) -> list[tuple[str, str]]:
    found: Mapping[str, str] = os.environ
    names = [name for name in found if name.startswith(_NAMES[scheme])]
    return [(name, found[name]) for name in names if _TEXTS.fullmatch(name) or _URLS.fullmatch(name)]


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
    reason = ", ".join(dict.fromkeys(_WORDS.findall(text)))
    if "169.254." in text or "metadata.google" in text:
        reason = "no credentials in the environment"
    elif re.search("HTTP request (was sent )?to (an )?HTTPS", text):
        reason = _BROKEN
    elif not re.search("status code: (?!30)", text):
        reason = next((meaning for words, meaning in _MEANINGS.items() if re.search(words, text)), reason or _BROKEN)
    denied = isinstance(error, (errors.PermissionDeniedError, errors.UnauthenticatedError))
    if denied or re.search(r"status code: 40[13]", text):
        return OSError(errno.EACCES, f"access denied: {reason}")
    return OSError(errno.EIO, f"{_FAILED}: {reason}")
