"""From a ref to the commit it means now."""

from __future__ import annotations

from ..config import SourceSettings
from ..config.urls import is_commit
from ..errors import OutsideError, RequestError
from ..git import Repository, Watch


def resolve(source: SourceSettings, repository: Repository, watch: Watch) -> tuple[str, str | None]:
    """The commit (or the tag object that leads to it), and the branch on which the source is edited, if any."""
    ref = source.ref
    names = [] if ref is None or is_commit(ref) else [ref] if ref.startswith("refs/") else _names(ref)
    refs = repository.refs(names, watch)
    if ref is None:
        if "HEAD" not in refs.commits:
            raise OutsideError(
                "ref_missing", f'source "{source.name}": the repository has no commit yet', "name a `ref`", source.name
            )
        return refs.commits["HEAD"], refs.head
    if is_commit(ref):
        return ref, refs.head
    found = [name for name in names if name in refs.commits]
    if len(found) > 1:
        raise RequestError(
            "ref_ambiguous",
            f'source "{source.name}": "{ref}" is both a branch and a tag',
            f"write `ref: {found[0]}` or `ref: {found[1]}`",
            source.name,
        )
    if not found:
        raise OutsideError(
            "ref_missing",
            f'source "{source.name}": {watch.host} has no branch or tag "{ref}"',
            "it may have been renamed or removed: correct `ref` in the settings",
            source.name,
        )
    branch = found[0].removeprefix("refs/heads/") if found[0].startswith("refs/heads/") else refs.head
    return refs.commits[found[0]], branch


def _names(ref: str) -> list[str]:
    return [f"refs/heads/{ref}", f"refs/tags/{ref}"]
