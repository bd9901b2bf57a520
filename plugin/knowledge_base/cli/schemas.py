"""JSON Schemas (2020-12) of what commands take and print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ..config import Trust
from ..model import TIERS, Retrieval, Rule, Severity
from ..query import KEYS

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
POSITIVE: Schema = {"type": "integer", "minimum": 1}
AMOUNT: Schema = {"type": "number", "minimum": 0}
SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
TIER: Schema = {"enum": list(TIERS)}


def record(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """An object that holds these keys and no other."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def many(items: Schema, **limits: int) -> Schema:
    return {"type": "array", "items": items, **limits}


_ADDRESS: dict[str, Schema] = {"tier": TIER, "name": TEXT, "path": TEXT}
_EVIDENCE = record({"term": TEXT, "count": COUNT, "affinity": SHARE, "score": AMOUNT})
_HIT = record(
    {
        **_ADDRESS,
        "category": TEXT,
        "title": TEXT,
        "score": AMOUNT,
        "tags": many(TEXT),
        "checksum": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "excerpts": many(TEXT, maxItems=3),
        "evidence": many(_EVIDENCE),
        "coverage": SHARE,
        "missing": many(TEXT),
        "copies": many(record(_ADDRESS)),
    }
)

SEARCH = record(
    {
        "query": TEXT,
        "terms": many(TEXT),
        "filters": record({key: many(TEXT) for key in KEYS}),
        "total": COUNT,
        "dropped": COUNT,
        "hits": many(_HIT),
        "unknown": many(record({"word": TEXT, "nearest": many(TEXT, maxItems=3)})),
        "always_applied": many(record({**_ADDRESS, "title": TEXT, "terms": many(TEXT, minItems=1)})),
    }
)
LIST = record({"entries": many(record(_ADDRESS))})
READ = record({**_ADDRESS, "content": TEXT})
TAGS = record({"tags": many(record({"tag": TEXT, "count": POSITIVE}))})
CATEGORIES = record(
    {
        "categories": many(
            record(
                {
                    "name": TEXT,
                    "purpose": TEXT,
                    "boundary": TEXT,
                    "tier": {"enum": [kind.value for kind in Retrieval]},
                    "entryShape": TEXT,
                }
            )
        )
    }
)
_WITHHELD = many(record({"tier": TIER, "name": TEXT, "count": POSITIVE, "reason": TEXT, "next_action": TEXT}))
ALWAYS_APPLIED = record(
    {"entries": many(record({**_ADDRESS, "content": TEXT, "category": TEXT})), "withheld": _WITHHELD}
)
CONVENTIONS = record({"conventions": many(record({**_ADDRESS, "content": TEXT})), "withheld": _WITHHELD})
STORES = record({"stores": many(record({"tier": TIER, "name": TEXT, "location": TEXT}))})
MAYBE: Schema = {"type": ["string", "null"]}
_CHANGED = many(record({"address": TEXT, "change": {"enum": ["added", "changed", "removed"]}}))
SYNC = record(
    {
        "changes": many(
            record({"source": TEXT, "from": MAYBE, "to": MAYBE, "entries": {"anyOf": [_CHANGED, {"type": "null"}]}})
        ),
        "unchanged": COUNT,
        "left_out": many(record({"source": TEXT, "reason": TEXT, "next_action": TEXT})),
        "written": MAYBE,
        "problems": many(TEXT),
    }
)
SOURCES = record(
    {
        "sources": many(
            record(
                {
                    "name": TEXT,
                    "git": TEXT,
                    "ref": MAYBE,
                    "trust": {"enum": [kind.value for kind in Trust]},
                    "optional": {"type": "boolean"},
                    "commit": MAYBE,
                    "date": MAYBE,
                    "state": {"enum": ["pinned", "not pinned", "pinned for other settings"]},
                }
            )
        )
    }
)
CACHE = record({"cleared": TEXT, "repositories": COUNT})
INIT = record({"created": many(TEXT), "kept": many(TEXT), "moved": many(TEXT)})
_NUMBER = {"anyOf": [POSITIVE, {"type": "null"}]}
_FINDING = record(
    {
        "rule": {"enum": [rule.value for rule in Rule]},
        "name": TEXT,
        "severity": {"enum": [severity.value for severity in Severity]},
        "path": TEXT,
        "line": _NUMBER,
        "column": _NUMBER,
        "end_column": _NUMBER,
        "message": TEXT,
        "fix": TEXT,
        "facts": {"type": "object", "additionalProperties": TEXT},
        "url": {"type": "string", "format": "uri"},
    }
)
_SUMMARY = record(
    {
        **{severity.value: COUNT for severity in Severity},
        "suppressed": COUNT,
        "files": COUNT,
        "mendable": COUNT,
    }
)
CHECK = record({"findings": many(_FINDING), "summary": _SUMMARY}, {"mended": many(TEXT), "diff": TEXT})
DOCS = record({"stale": many(TEXT), "written": many(TEXT)})
INDEX = record({"written": TEXT, "files": POSITIVE, "bytes": POSITIVE})
COMPLETION = record({"shell": TEXT, "script": TEXT})
ERROR = record({"error": record({"code": TEXT, "message": TEXT, "next_action": TEXT}, {"resource": TEXT})})


def schemas_of(command: click.Command, output: Schema) -> dict[str, Schema]:
    """The schemas of a command. Its input is derived from the parameters, one property each."""
    return {name: {"$schema": DIALECT, **schema} for name, schema in _parts(command, output).items()}


def _parts(command: click.Command, output: Schema) -> dict[str, Schema]:
    taken = [parameter for parameter in command.params if parameter.expose_value and parameter.name != "format"]
    properties = {str(parameter.name): _property(parameter) for parameter in taken}
    required = [str(parameter.name) for parameter in taken if parameter.required]
    arguments: Schema = {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
    return {"input": arguments, "output": output, "error": ERROR}


def _property(parameter: click.Parameter) -> Schema:
    kind = parameter.type
    if isinstance(kind, click.Choice):
        schema: Schema = {"enum": list(kind.choices)}
    elif isinstance(kind, click.types.BoolParamType):
        schema = {"type": "boolean", "default": False}
    else:
        schema = dict(getattr(kind, "schema", TEXT))
    if parameter.multiple or parameter.nargs == -1:
        schema = many(schema)
    elif not parameter.required and isinstance(parameter.default, (str, int)):
        schema["default"] = parameter.default
    if isinstance(parameter, click.Option) and parameter.help:
        schema["description"] = parameter.help
    return schema
