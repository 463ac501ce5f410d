"""Work-items that return before others meet, for random kernels: out of conditions, out of the middle of loops, beside atomics."""


class Exits:
    """Further statements of a Writer, which has `pick`, `line`, `block`, `condition`, `index`, `whole`, `of_variable` and `random`.

    What those that have returned left in local memory is read, so that all write it first. Reductions, scans, broadcasts and what sub-groups
    do take all work-items: `left` says that some may be missing.
    """

    def leave(self):
        if not self.left:
            self.line("slm[l] = 1")
            self.line("slm2[l // 4, l % 4] = 2")
            self.line("kapi.group_barrier(nd.get_group())")
            self.left = True
        ways = [self.leave_at_once, self.leave_in_loop, self.leave_in_loop, self.leave_search]
        self.pick([*ways, self.leave_while_meeting, self.leave_while_meeting])()

    def leave_at_once(self):
        self.block(f"if {self.of_item()}:", self.last_words)

    def leave_in_loop(self):
        """A return, an atomic and another way to the next barrier."""
        name = self.fresh("n")
        self.line(f"{name} = {self.pick(['0', 'l', 'int(v0) % 3'])}")

        def body():
            steps = [
                lambda: self.block(f"if {self.of_item()}:", self.last_words),
                self.update,
                lambda: self.block(
                    f"if {self.condition()}:", lambda: self.line(self.pick(["break", "continue"]))
                ),
            ]
            self.line(f"{name} += {self.pick([1, 2])}")
            self.random.shuffle(steps)
            for step in steps[: self.pick([2, 3])]:
                step()

        self.block(f"while {name} < {self.pick(['4', '7', 'l % 5'])}:", body)
        if self.random.random() < 0.3:
            self.block("else:", lambda: self.of_variable(self.any_variable(), self.whole()))
        self.meet()

    def leave_search(self):
        """Nested loops, both of which end in several ways."""
        outer, inner = self.fresh("k"), self.fresh("k")

        def inside():
            self.block(
                f"if a[({outer} * 5 + {inner} + l) % 36] > {self.pick([20, 40, 45])}:",
                lambda: self.line(self.pick(["return", "break", "return"])),
            )
            if self.random.random() < 0.5:
                self.update()

        def body():
            self.block(f"for {inner} in range({self.pick(['3', 'l % 4'])}):", inside)
            if self.random.random() < 0.5:
                self.block("else:", lambda: self.line(self.pick(["continue", "break"])))
                if self.random.random() < 0.5:
                    self.block(f"if {self.of_item()}:", lambda: self.line("return"))

        self.block(f"for {outer} in range({self.pick(['2', '4', 'i % 3'])}):", body)
        self.meet()

    def leave_while_meeting(self, depth=2):
        """Out of loops in which those that are left meet, and which they end together."""
        turn = self.fresh("k")
        most = self.pick([3, 5])
        voted = self.random.random() < 0.4
        head = f"for {turn} in range({most}):"
        if voted:
            self.line(f"{turn} = 0")
            vote = f"kapi.{self.pick(['any', 'none', 'all'])}_of_group(nd.get_group(), {self.condition()})"
            head = f"while {turn} < {most} and {vote}:"

        def body():
            self.counters.append(turn)
            if voted:
                self.line(f"{turn} += 1")
            steps = [
                lambda: self.block(f"if {self.of_turn(turn)}:", self.last_stores),
                lambda: self.block(f"if {self.of_turn(turn)}:", self.last_stores),
                self.assignment,
                self.meet,
                self.together(turn),
            ]
            if depth > 1:
                steps += [lambda: self.leave_while_meeting(depth - 1), self.search]
            for step in self.random.sample(steps, 3):
                step()
            self.meet()
            self.counters.pop()

        self.block(head, body)
        if self.random.random() < 0.3:
            self.block("else:", self.meet)

    def together(self, turn):
        """What is left of the group ends the loop or begins its next turn."""
        test = self.pick(
            [
                f"{turn} == {self.pick([0, 1, 2])}",
                f"nd.get_group().get_group_linear_id() == {self.pick([0, 1])}",
                f"kapi.any_of_group(nd.get_group(), {self.leaf()} > 60)",
            ]
        )
        way = self.pick(["break", "continue", "return"])
        return lambda: self.block(f"if {test}:", lambda: self.line(way))

    def search(self):
        """A loop of each work-item's own, some of which return out of it."""
        inner = self.fresh("k")

        def inside():
            self.assignment()
            self.block(
                f"if a[({inner} * 5 + l) % 36] > {self.pick([20, 40])}:",
                self.pick([self.last_stores, lambda: self.line("break")]),
            )

        self.block(f"for {inner} in range({self.pick(['3', 'l % 4'])}):", inside)

    def of_turn(self, turn):
        own = self.pick(["l % 5", "l // 3", "a[i] % 6", "int(v1) % 4", "11 - l"])
        return self.pick([self.of_item(), f"{own} == {turn}", f"{own} < {turn}"])

    def last_stores(self):
        """What the others find in local memory, too."""
        if self.random.random() < 0.6:
            self.line(f"slm[l] = {self.whole()}")
        if self.random.random() < 0.3:
            self.update()
        self.last_words()

    def of_item(self):
        return self.pick(
            [
                f"l == {self.pick([0, 3, 11])}",
                f"l > {self.pick([5, 8, 10])}",
                f"i % {self.pick([3, 5, 7])} == 1",
                f"a[i] > {self.pick([40, 45])}",
                f"int(v1) == {self.pick([1, 7])}",
                f"({self.condition()} and l % 3 == 1)",
            ]
        )

    def last_words(self):
        if self.random.random() < 0.4:
            self.line(f"out[i, {self.pick([0, 1])}] = {self.whole()}")
        self.line("return")

    def meet(self):
        self.line(f"slm[l] = {self.whole()}")
        self.line("kapi.group_barrier(nd.get_group())")
        self.of_variable(self.any_variable(), f"slm[{self.index(12)}]")
        self.line("kapi.group_barrier(nd.get_group())")
