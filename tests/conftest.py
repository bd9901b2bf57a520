"""Settings that all tests share."""

from __future__ import annotations

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("knowledge_base.testing")

settings.register_profile("project", deadline=None, derandomize=True, database=None)
settings.load_profile("project")
