"""The inner loops of CFR+, plain Python that Numba compiles; they call nothing else.

Sequences and information sets are numbered as in the tree: the children of a set come
after it, so a backward pass over the sets adds up values and a forward pass plans.
"""

# The functions are typed by what they are called with.
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False


def iterate(
    first, second, gains,
    parents0, firsts0, counts0, parents1, firsts1, counts1,
    regrets0, regrets1, plans0, plans1, sums0, sums1,
    done, count,
):  # fmt: skip
    """Make ``count`` iterations: alternating updates, linear averaging, regrets kept at 0."""
    values0 = plans0.copy()
    values1 = plans1.copy()
    for t in range(done + 1, done + count + 1):
        for player in range(2):
            if player == 0:
                parents, firsts, counts = parents0, firsts0, counts0
                regrets, plans, sums, values = regrets0, plans0, sums0, values0
                values[:] = 0.0
                for n in range(len(gains)):
                    values[first[n]] += gains[n] * plans1[second[n]]
            else:
                parents, firsts, counts = parents1, firsts1, counts1
                regrets, plans, sums, values = regrets1, plans1, sums1, values1
                values[:] = 0.0
                for n in range(len(gains)):
                    values[second[n]] -= gains[n] * plans0[first[n]]
            for i in range(len(parents) - 1, -1, -1):
                start, number = firsts[i], counts[i]
                total = 0.0
                for k in range(start, start + number):
                    total += regrets[k]
                value = 0.0
                if total > 0.0:
                    for k in range(start, start + number):
                        value += regrets[k] * values[k]
                    value /= total
                else:
                    for k in range(start, start + number):
                        value += values[k]
                    value /= number
                for k in range(start, start + number):
                    regret = regrets[k] + values[k] - value
                    regrets[k] = regret if regret > 0.0 else 0.0
                values[parents[i]] += value
            plans[0] = 1.0
            sums[0] += t
            for i in range(len(parents)):
                start, number = firsts[i], counts[i]
                total = 0.0
                for k in range(start, start + number):
                    total += regrets[k]
                reach = plans[parents[i]]
                for k in range(start, start + number):
                    if total > 0.0:
                        plans[k] = reach * regrets[k] / total
                    else:
                        plans[k] = reach / number
                    sums[k] += t * plans[k]


def secured(
    first, second, gains,
    parents0, firsts0, counts0, parents1, firsts1, counts1,
    plans0, plans1,
):  # fmt: skip
    """Return what two plans secure, in the first player's payoff."""
    values0 = plans0 * 0.0
    values1 = plans1 * 0.0
    for n in range(len(gains)):
        values1[second[n]] += gains[n] * plans0[first[n]]
        values0[first[n]] += gains[n] * plans1[second[n]]
    for i in range(len(parents1) - 1, -1, -1):
        best = values1[firsts1[i]]
        for k in range(firsts1[i] + 1, firsts1[i] + counts1[i]):
            best = min(best, values1[k])
        values1[parents1[i]] += best
    for i in range(len(parents0) - 1, -1, -1):
        best = values0[firsts0[i]]
        for k in range(firsts0[i] + 1, firsts0[i] + counts0[i]):
            best = max(best, values0[k])
        values0[parents0[i]] += best
    return values1[0], values0[0]
