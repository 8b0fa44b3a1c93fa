"""Stakes: the same game in chips, played by people for whom a chip is worth different money.

Each player declares his own rate, dollars a chip, and settles his own chips at it. Chips
sum to zero, dollars need not. The modules answer what follows: how short the pot falls
(:mod:`~montmort.stakes.shortfall`), which rates a spread of winning chances supports
(:mod:`~montmort.stakes.tradeoff`), how to cut rates before play
(:mod:`~montmort.stakes.cuts`), how to settle after it (:mod:`~montmort.stakes.settlement`,
:mod:`~montmort.stakes.transfers`) and what an untruthful declaration brings
(:mod:`~montmort.stakes.truthfulness`). :func:`~montmort.stakes.command.stakes` does it all
for one file.
"""
