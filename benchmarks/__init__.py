"""How fast and how heavy we are, beside what people would pick instead, on the same input.

`python -m benchmarks` measures the search, `python -m benchmarks.check` the gate, `python -m benchmarks.sync` the sync.
"""
