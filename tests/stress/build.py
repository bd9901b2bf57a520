"""`python -m tests.stress.build STORE OUT`: writes an index; prints CPU seconds and bytes of memory."""

from __future__ import annotations

import re
import resource
import sys
import time
from pathlib import Path

from knowledge_base import Knowledge, StoreId
from knowledge_base.categories import Registry
from knowledge_base.index import write_directory
from knowledge_base.search import NamedStore
from knowledge_base.stores import FolderStore


def peak() -> int:
    """The most memory so far. What `getrusage` says of it begins, on Linux, with that of the parent."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (kilobytes,) = re.findall(r"^VmHWM:\s*(\d+) kB$", status.read_text("ascii"), re.MULTILINE)
    return int(kilobytes) * 1024


def main() -> None:
    store, out = map(Path, sys.argv[1:])
    knowledge = Knowledge((NamedStore(StoreId("project", "handbook"), FolderStore(store)),), Registry())
    before, start = peak(), time.process_time()
    files = knowledge.index_files()
    spent, used = time.process_time() - start, peak() - before
    write_directory(out, files)
    sys.stdout.write(f"{spent} {used}\n")


if __name__ == "__main__":
    main()
