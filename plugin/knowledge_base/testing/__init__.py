"""The contract of a store as tests that anyone's store can run. Its page: `docs/reference/store.md`.

    class TestMyStore(StoreContract):
        def make_store(self, files):
            return MyStore(files)

A test runner that collects classes of plain `test_…` methods, such as pytest, runs them.
"""

from .describing import DescribeContract
from .evidence import EvidenceContract
from .reading import ReadContract

__all__ = ["StoreContract"]


class StoreContract(ReadContract, EvidenceContract, DescribeContract):
    """Derive a test class from it and give it `make_store`."""
