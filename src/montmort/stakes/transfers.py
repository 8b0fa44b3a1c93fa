"""The fewest payments that settle a list of balances.

With n balances that are not zero, k payments leave the players in at least n − k groups
that owe nothing to one another; a group of g members is always settled by g − 1
payments. So the fewest payments are n less the largest number of groups, each of sum
zero, into which the balances divide. That number is found by going through all subsets.
Finding it is NP-hard in general (the partition problem is a part of it), so above a
number of players the groups are found greedily, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.errors import InputError

__all__ = ["LARGEST", "Plan", "Transfer", "fewest_transfers"]

LARGEST = 20
"""Up to so many balances, after equal and opposite ones are paired, the minimum is exact."""


@dataclass(frozen=True)
class Transfer:
    """One payment, in cents, between accounts by their places in the list."""

    payer: int
    payee: int
    cents: int


@dataclass(frozen=True)
class Plan:
    """Payments that bring all balances to zero."""

    transfers: tuple[Transfer, ...]
    fewest: bool
    """Whether no plan has fewer payments: proved by going through all subsets."""
    groups: tuple[tuple[int, ...], ...]
    """The accounts that settle among themselves."""


def fewest_transfers(balances: Sequence[int], largest: int = LARGEST) -> Plan:
    """Find the fewest payments after which every balance is zero.

    ``balances`` are cents to receive (above zero) or to pay (below zero) and sum to zero.

    >>> plan = fewest_transfers([500, 300, -300, -400, -100])
    >>> [(t.payer, t.payee, t.cents) for t in plan.transfers], plan.fewest
    ([(2, 1, 300), (3, 0, 400), (4, 0, 100)], True)
    """
    if sum(balances):
        raise InputError(f"balances must sum to zero, not to {sum(balances)} cents")
    if sum(map(abs, balances)) >= 1 << 62:
        raise InputError("balances of more than 10¹⁶ dollars can't be settled")
    pairs, rest = _opposites(balances)
    fewest = len(rest) <= largest
    others = _most_groups([balances[i] for i in rest]) if fewest else [list(range(len(rest)))]
    groups = sorted(pairs + [tuple(rest[i] for i in group) for group in others if group])
    transfers = [t for group in groups for t in _within(group, balances)]
    transfers.sort(key=lambda t: (t.payer, t.payee))
    return Plan(tuple(transfers), fewest or len(transfers) <= 1, tuple(groups))


def _opposites(balances: Sequence[int]) -> tuple[list[tuple[int, ...]], list[int]]:
    """Pair equal and opposite balances: some best plan always has such a pair as a group.

    If a and −a lie in two groups of sum zero, the pair and the union of what remains are
    two groups as well; if they lie in one, the pair and what remains are no fewer.
    """
    waiting: dict[int, list[int]] = {}
    pairs: list[tuple[int, ...]] = []
    for i, balance in enumerate(balances):
        if balance == 0:
            continue
        partners = waiting.get(-balance)
        if partners:
            pairs.append((partners.pop(0), i))
        else:
            waiting.setdefault(balance, []).append(i)
    return pairs, sorted(i for group in waiting.values() for i in group)


def _most_groups(values: list[int]) -> list[list[int]]:
    """Divide values of sum zero into as many groups of sum zero as possible.

    ``best[S]`` is the most subsets of sum zero that a chain ∅ ⊂ ... ⊂ S, one more member
    at a time, passes; along a best chain to the whole set the groups are what lies
    between one and the next. The subsets are taken by size, a whole size at a time.
    """
    import numpy as np

    n = len(values)
    if n == 0:
        return []
    sums = np.zeros(1, np.int64)
    sizes = np.zeros(1, np.int8)
    for value in values:
        sums = np.concatenate([sums, sums + value])
        sizes = np.concatenate([sizes, sizes + 1])
    order = np.argsort(sizes, kind="stable")
    starts = np.searchsorted(sizes[order], np.arange(n + 2))
    best = np.zeros(1 << n, np.int8)
    for size in range(1, n + 1):
        subsets = order[starts[size] : starts[size + 1]]
        most = np.zeros(len(subsets), np.int8)
        for i in range(n):
            inside = (subsets >> i) & 1 == 1
            most[inside] = np.maximum(most[inside], best[subsets[inside] ^ (1 << i)])
        best[subsets] = most + (sums[subsets] == 0)
    groups: list[list[int]] = []
    subset = (1 << n) - 1
    while subset:
        closed = int(sums[subset] == 0)
        if closed:
            groups.append([])
        i = next(
            i
            for i in range(n)
            if subset >> i & 1 and best[subset ^ (1 << i)] == best[subset] - closed
        )
        groups[-1].append(i)
        subset ^= 1 << i
    return [sorted(group) for group in groups]


def _within(group: Sequence[int], balances: Sequence[int]) -> list[Transfer]:
    """Settle one group with one payment fewer than it has members."""
    left = {i: balances[i] for i in group}
    made: list[Transfer] = []
    while any(left.values()):
        payer = min(left, key=lambda i: (left[i], i))
        payee = max(left, key=lambda i: (left[i], -i))
        cents = min(-left[payer], left[payee])
        left[payer] += cents
        left[payee] -= cents
        made.append(Transfer(payer, payee, cents))
    return made
