"""One cache folder for a whole run of the tests, shared by its workers and removed after it.

``MONTMORT_TEST_CACHE=FOLDER`` keeps the folder, which makes the next run faster.
"""

import os
import shutil
import tempfile

import pytest

_made: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return  # a worker of a parallel run has the folder from the process that started it
    kept = os.environ.get("MONTMORT_TEST_CACHE")
    if not kept:
        _made.append(tempfile.mkdtemp(prefix="montmort-tests-"))
    os.environ["MONTMORT_CACHE"] = kept or _made[0]


def pytest_unconfigure(config: pytest.Config) -> None:
    while _made:
        shutil.rmtree(_made.pop(), ignore_errors=True)
