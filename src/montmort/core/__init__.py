"""What a game is: rules, states, chance, strategies, records, results and errors.

This package imports nothing else of ours; everything else stands on it.
"""
