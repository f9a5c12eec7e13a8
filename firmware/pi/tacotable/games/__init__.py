"""Games on the table: how a hand becomes an act, and how the table answers.

Cards come early, late, doubled and from the wrong seat, and presses are reflexes. A game decides each gesture in one
direction, and nothing goes back:

1. An event. A reader reports a card, a button goes down or up, time passes (`state.events`).
2. A placement. The reports of all readers are folded into what is on each pad: which card, since when, how it came
   there (a hand laid it, or a card above it was removed), and how the game answered it (`state.placements`). Nothing
   else in the program keeps tags of pads.
3. A reading. A press or a card becomes one frozen tuple of a few enums: what is asked at the table, who the seat is in
   it, what it has shown, what is on its pads, whether its person can have seen the question (`reading_kinds`,
   `reading`; `now` in the Exploding games reads the moment once for all seats; the times are rows of `state.guards`).
4. A decision. The first row of the game's table that fits has the outcome, the message and the lamp (`table`;
   `decisions` is the machine). There are some 2,200 possible readings of both games; tests walk through all of them: a
   row fits each, no row is dead, and the promises to people hold.
5. Facts. The outcome, one function each, returns facts, or a question or message and no facts (`press_outcomes`,
   `card_outcomes`). The referee is asked before a fact says that an act was accepted. Facts are on the disk before
   anything shows, and applying them again gives the same game (`reducer`).
6. The view. Signs, displays, lamps and sounds are computed whole from the situation (`view`). A lamp is the decision
   for a press made now, so it asks for no press that the table refuses. A scene is computed again only if an event
   changed the situation, or its time has come.

What people are asked beside the phases of a game (votes, a pause, a restart, a disk that is full) is a value of its
own, `state.question.Question`, and comes before the game's table. Whose card lies there is a moment of the table.

`exploding` and `tacocat` have one module for each of these steps. `docs/gestures.md` is drawn from the tables; to
change what a gesture does, change its row, run `python -m pi.gestures_page` in `tests`, and read what the recordings
say about it (`python -m recordings compare`).

A row is data, and the first that fits decides:

    >>> from tacotable.games.exploding.reading_kinds import Actor, Button, Moment, Press
    >>> from tacotable.games.exploding.table import PRESSES
    >>> row = PRESSES.decide(Press(Button.OK, Moment.TURN, Actor.ASKED))
    >>> row.name, row.do.value, row.lamp
    ('has drawn', 'a draw is ruled', 'turn')
"""
