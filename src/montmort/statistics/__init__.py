"""Intervals, tests, and streams of random numbers."""
