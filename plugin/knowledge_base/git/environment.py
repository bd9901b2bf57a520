"""The environment and the options of every call of git."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

# What a person sets so that git reaches a server. Everything else that starts with GIT_ belongs to the repository or
# the hook that we were called from, or would write secrets to stderr.
_KEPT = re.compile(
    r"GIT_(ASKPASS|SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_\w+|HTTP_\w+|EXEC_PATH"
    r"|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))"
)

# Found in old histories, and no danger to who only reads them.
_HARMLESS = ("zeroPaddedFilemode", "missingSpaceBeforeDate", "missingEmail", "missingNameBeforeEmail", "badTimezone")

NETWORK_SCHEMES = ("https", "http", "ssh")


def environment(inherited: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables for a call: no prompt, no repository but the one that the call names, messages in English."""
    inherited = os.environ if inherited is None else inherited
    kept = {name: value for name, value in inherited.items() if not name.startswith("GIT_") or _KEPT.fullmatch(name)}
    kept.pop("SSH_ASKPASS", None)  # git would open its window where GIT_ASKPASS is not set
    return {
        **kept,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "SSH_ASKPASS_REQUIRE": "never",
        "LC_ALL": "C",
    }


def options(scheme: str | None) -> list[str]:
    """`-c` options: no hook or background work; no protocol at all, or those that a URL of `scheme` can need."""
    allowed = () if scheme is None else (*NETWORK_SCHEMES, "file") if scheme == "file" else NETWORK_SCHEMES
    settings = [
        "core.hooksPath=/dev/null",
        "core.fsmonitor=false",
        "core.quotePath=false",
        "gc.auto=0",
        "maintenance.auto=false",
        "fetch.fsckObjects=true",
        *(f"fetch.fsck.{oddity}=ignore" for oddity in _HARMLESS),
        "fetch.recurseSubmodules=false",
        "transfer.bundleURI=false",
        "log.showSignature=false",
        "protocol.allow=never",
        *(f"protocol.{name}.allow=always" for name in allowed),
    ]
    return [part for setting in settings for part in ("-c", setting)]
