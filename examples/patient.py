"""A strategy of one's own for Picker, in a file of one's own.

montmort simulate picker --strategies examples/patient.py:patient,gain
"""


def patient(view, actions, stream):
    """Keep the colour that one owns most of; of equals, the first."""
    player = view.order[view.turn]
    best = actions[0]
    for i in range(len(actions)):
        if view.kept[player, actions[i]] > view.kept[player, best]:
            best = actions[i]
    return best
