"""A bounded model checker of a table: every short sequence of gestures, checked against the promises to people.

The program's own controller runs in process on virtual time. A `World` is that controller with the physical truth
around it: the cards, the hands that moved them, the readers that report late, and since when each seat is asked its
question. A world is forked in some 50 microseconds, so the search plays each sequence of gestures once and checks each
new moment.

    phases.py    the world in which a scenario and some gestures end, and the cards that seats are given
    phase_list.py the phases of five games at each kind of table
    world.py     the controller, the cards and the readers of one moment; forking, hands and time
    antenna.py   the events that a reader sends of a stack of cards, and when
    hands.py     what hands laid or chose, against what an act says
    gestures.py  the gestures that hands may do next, and how they do them
    promises.py  what must hold after each gesture: a violation has a promise, a kind and a sentence
    robots.py    robots that choose, and the cards that hands lay for them
    secrecy.py   worlds that differ in one hidden card
    obedience.py people who do exactly what lamps and pads say
    key.py       equal for moments that differ by a shift of time only
    search.py    breadth first, each new moment checked once
    findings.py  the kinds of findings that are known today, from which FINDINGS.md is drawn
    planted.py   faults of a programmer, planted in a copy of the program: does the explorer find them?
    runs.py      the runs that tests repeat, and the kinds that each finds (kinds.json)
    minimal.py   a finding with fewer and simpler gestures
    rig_file.py  a finding as a scenario file that shows it
    resume.py    a search that stops, and goes on in another process
    __main__.py  the command: `tacotable rig --explore FILE`
"""
