"""Benchmarks: each a command that prints ratios; run them as `python -m autograder.benchmarks.NAME`."""
