"""``montmort solve leher``: the value of Le Her, and how to play it."""

from __future__ import annotations

from ...core.errors import InputError
from ...core.results import Result
from .two import LeHerSolution, solve_deck, solve_single

__all__ = ["solve", "solve_two"]


def solve(
    *,
    cards: int | None = None,
    suits: int | None = None,
    ranks: int | None = None,
    ties_to_dealer: bool | None = None,
    king_refuses: bool | None = None,
    king_bars: bool | None = None,
    players: int = 2,
    curve: int | None = None,
    pure: int | None = None,
    games: int | None = None,
    seed: int = 1,
) -> Result:
    """Solve Le Her: one suit of N cards, or any deck with its house rules.

    The house rules are on by default with several suits (the classical game is
    ``--suits 4 --ranks 13``), and off with one.

    >>> print(solve(cards=13).value)
    548/1001

    Parameters
    ----------
    cards
        One suit of so many cards (13, if nothing else is said).
    suits
        Suits, each with one card of every rank.
    ranks
        Ranks in each suit.
    ties_to_dealer
        Of equal cards, the dealer's is the higher (else a tie counts half).
    king_refuses
        Whoever holds a king refuses to swap.
    king_bars
        A dealer who draws a king must keep the card he had.
    players
        More than two: thresholds that are best replies to each other.
    curve
        Thresholds and value for deck sizes up to this one, with the limits.
    pure
        How many deck sizes up to this one have no pure solution.
    games
        With more than two players: simulate so many deals instead of counting.
    seed
        The seed of that simulation.
    """
    if curve is not None or pure is not None:
        if curve is not None and pure is not None:
            raise InputError("curve and pure are two questions: ask one at a time")
        if any(x is not None for x in (cards, suits, ranks)):
            raise InputError("curve and pure look at every N up to theirs: give no deck beside")
        from .growing import count_pure, growth

        if pure is not None:
            return count_pure(pure)
        return growth(_spread(curve or 0))
    if cards is not None and (suits is not None or ranks is not None):
        raise InputError(
            "cards means one suit of so many cards: give either cards, or suits and ranks"
        )
    if cards is not None:
        suits, ranks = 1, cards
    elif suits is None and ranks is None:
        suits, ranks = 1, 13
    suits = 4 if suits is None else suits
    ranks = 13 if ranks is None else ranks
    classical = suits > 1
    rules = [
        classical if rule is None else rule for rule in (ties_to_dealer, king_refuses, king_bars)
    ]
    if players == 2:
        return solve_two(suits, ranks, *rules)
    from .game import LeHerRules
    from .seats import iterate

    return iterate(
        LeHerRules(
            players=players,
            suits=suits,
            ranks=ranks,
            ties_to_dealer=rules[0],
            king_refuses=rules[1],
            king_bars=rules[2],
        ),
        deals=games,
        seed=seed,
    )


def solve_two(
    suits: int, ranks: int, ties_to_dealer: bool, king_refuses: bool, king_bars: bool
) -> LeHerSolution:
    """Solve the game for two: in closed form where there is one, else by its matrix."""
    if suits == 1 and not king_refuses and not king_bars:
        return solve_single(ranks)
    from .deck import Deck

    return solve_deck(Deck(suits, ranks, ties_to_dealer, king_refuses, king_bars))


def _spread(bound: int) -> list[int]:
    """Return deck sizes from 3 to the bound: all of the small ones, then thinner."""
    if bound < 3:
        raise InputError(f"curve is {bound}: Le Her needs at least 3 cards")
    sizes, n = [], 3
    while n < bound:
        sizes.append(n)
        n += max(1, n // 40)
    return [*sizes, bound]
