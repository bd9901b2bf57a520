"""How fast and how heavy the search is, beside what a docs site would pick instead: `python -m benchmarks`."""
