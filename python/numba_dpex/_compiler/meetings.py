"""Where the work-items of a group meet, and the conditions that such places stand under: all come there, or none."""

import ast
from contextlib import contextmanager
from typing import NamedTuple

from .errors import TypingError
from .scalars import XOR
from .types import B1, STORED
from .uniform import Varying


class Test(NamedTuple):
    """A condition that code stands under: the number of its value, and what it is called from one walk to the next."""

    number: int
    key: tuple


class Region:
    """Code that stands under conditions: an if, a loop, or a function that may return early."""

    def __init__(self, is_loop=False, is_function=False):
        self.is_loop, self.is_function = is_loop, is_function
        self.tests = []  # the conditions
        self.leaves = []  # of those under which it is left early
        self.skips = []  # of those under which a turn ends early


class Meeting(NamedTuple):
    """A place where the work-items of a group meet."""

    name: str
    node: object
    frame: object
    tests: list
    regions: list


class Meetings:
    """What the lowering does with places where work-items meet; a mixin of Lowering."""

    def start_meetings(self):
        self.regions, self.meetings = [], []
        self.tests = self.test_node = None  # of the condition that jumps are being made for

    @contextmanager
    def region(self, tests=(), **kind):
        made = Region(**kind)
        made.tests += tests
        self.regions.append(made)
        yield made
        self.regions.pop()

    def tested_jump(self, node, if_true, if_false):
        """jump_if; also gives the conditions."""
        outer, self.tests, self.test_node = (self.tests, self.test_node), [], node
        decided = self.jump_if(node, if_true, if_false)
        tests, (self.tests, self.test_node) = self.tests, outer
        return decided, tests

    def note_test(self, number):
        """A jump is about to depend on a condition."""
        if self.tests is not None:
            self.tests.append(self.test(number, self.test_node))

    def test(self, number, node) -> Test:
        """A condition; where WEFT_CHECK=1 asks for it, work-items for which it differs from their group's end."""
        key = ("%differs", self.frame.key, node.lineno, node.col_offset, self.copies)
        met = self.known.get((key, ""))
        if met is not None:
            recipe = self.recipe
            some = recipe.call("__weft_group_any", STORED[B1], [number], together=True)
            good, bad = recipe.block(), recipe.block()
            recipe.branch(recipe.give("arithmetic", XOR, some, number), bad, good)
            recipe.enter(bad)
            self._fault("barrier", node, ast.unparse(node), met, [])
            recipe.enter(good)
        return Test(number, key)

    def leaves(self, what):
        """break, continue and return: what comes after stands under the conditions around this place."""
        tests = []
        for region in reversed(self.regions):
            ends = region.is_function if what == "return" else region.is_loop
            if ends:
                (region.skips if what == "continue" else region.leaves).extend(tests)
                return
            tests += region.tests

    def conditions(self):
        """Numbers of the conditions that code stands under here."""
        return [t.number for r in self.regions for t in (*r.tests, *r.leaves, *r.skips)]

    def meets(self, name, node):
        """The work-items of a group meet here."""
        skips = [test for region in self.regions for test in region.skips]
        self.meetings.append(Meeting(name, node, self.frame, skips, list(self.regions)))

    def check_meetings(self):
        """Refuses barriers that some work-items of a group come to and others do not, as far as that can be said."""
        varying = Varying(self.recipe)
        for meeting in self.meetings:
            tests = list(meeting.tests)
            for region in meeting.regions:
                tests += region.tests + region.leaves
            self.frame = meeting.frame
            if any(varying.differs(test.number) for test in tests):
                raise self.fail(
                    TypingError,
                    f"{meeting.name} stands under a condition that depends on the work-item's id: all work-items of a group have to come "
                    "to it, or none; write it after the if or the loop, and put what some work-items do alone before and after it under "
                    "conditions of its own",
                    meeting.node,
                )
            if self.checks:
                self.ask_for_checks(varying, meeting, tests)

    def ask_for_checks(self, varying, meeting, tests):
        """The next walk tests the conditions that are not sure to be the same for all."""
        line = meeting.frame.source.first_line + meeting.node.lineno - 1
        for test in tests:
            if (test.key, "") not in self.known and not varying.is_same(test.number):
                self.known[(test.key, "")] = f"{meeting.name} in line {line}"
                self.changed = True

    def is_end(self, statements) -> bool:
        """Do the statements end in a return from the kernel?"""
        return (
            self.frame.parent is None
            and bool(statements)
            and isinstance(statements[-1], ast.Return)
        )
