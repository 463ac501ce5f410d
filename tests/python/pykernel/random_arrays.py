"""Statements over arrays and with functions, for random kernels: parts of arrays forwards and backwards, private and local memory of several
types, loops along arrays and tuples, tuples from functions, work-items that wait for those before them."""

FUNCTIONS = """
def found(x, n):
    k = 0
    while k < len(x):
        if x[k] > n:
            break
        k += 2
    else:
        return -1
    return k


def helper(x, y=3):
    if x > 50:
        return x - y
    for k in range(y % 4):
        x += k
    return x


def ordered(x, y):
    if x > y:
        return y, x
    return x, y


def nested(x):
    low, high = ordered(x, 7)
    return low, (high, low + high), helper(x)


def tally(x, n):
    counts = kapi.PrivateArray(5, np.int32, fill_zeros=True)
    for k in range(n, -1, -2):
        counts[(x + k) % 5] += k
    first = counts[::-1]
    return first[0] + 2 * first[-1], counts[1]


def last_of(x, start):
    for k in range(len(x) - 1, start, -1):
        if x[k] != 0:
            return k
    else:
        start -= 1
    return start


def bump(x, n):
    x[0] += n
    x[-1] = n
"""


class Arrays:
    """Further statements of a Writer, which has `pick`, `line`, `block`, `cast`, `index`, `leaf`, `condition` and `random`."""

    def of_variable(self, name, text):
        self.line(f"{name} = {self.cast(name)}({text} % 101)")

    def any_variable(self):
        return self.pick(list(self.types))

    def whole(self):
        return f"int({self.leaf()}) % 101"

    def array_statement(self, uniform):
        options = [
            self.tuples,
            self.backwards,
            self.private_parts,
            self.walk,
            self.countdown,
            self.forever,
            self.two_arrays,
        ]
        self.pick(options + [self.rows] * (3 * (self.groups and uniform)))()

    def tuples(self):
        call = self.pick(
            [
                f"ordered({self.whole()}, {self.pick(['l', '5', self.whole()])})",
                f"divmod({self.whole()}, 7)",
                f"tally({self.whole()}, {self.pick(['l', '6', 'i % 3'])})",
            ]
        )
        kind = self.random.random()
        if kind < 0.4:
            self.line(f"r, s = {call}")
            self.line(self.pick(["pass", "r, s = s, r + s"]))
            self.of_variable(self.any_variable(), f"(r {self.pick('+-')} s)")
        elif kind < 0.6:
            self.of_variable(self.any_variable(), f"{call}[{self.pick([0, 1, -1])}]")
        elif kind < 0.8:
            self.line(f"r, (s, d), f = nested({self.whole()})")
            self.of_variable(self.any_variable(), f"(r + s {self.pick('+-')} f)")
        else:
            self.line(f"r, *rest = (*{call}, l)")
            self.of_variable(self.any_variable(), "(r - rest[-1] + len(rest))")

    def part(self, array, extent):
        """A part of an array in both directions."""
        low, high = sorted(self.random.sample(range(extent), 2))
        return self.pick(
            [
                f"{array}[::-1]",
                f"{array}[{high}:{low}:-{self.pick([1, 2, 3])}]",
                f"{array}[{low}:{high}]",
                f"{array}[::{self.pick([2, 3, -2])}]",
                f"{array}[{low}:][::-1]",
                f"{array}[{high}::-2]",
                f"{array}[-{extent - low}:-1]",
                f"{array}[l % {extent}:]",
                f"{array}[::-1][{low}:{high}]",
            ]
        )

    def backwards(self):
        name = self.fresh("w")
        self.line(f"{name} = {self.part(self.pick('ab'), 36)}")
        kind = self.random.random()
        if kind < 0.6:
            self.of_variable(self.any_variable(), f"{name}[{self.index(f'len({name})')}]")
        elif kind < 0.8:
            self.of_variable(self.any_variable(), f"last_of({name}, {self.pick(['0', 'l % 3'])})")
        else:
            self.of_variable(self.any_variable(), f"np.sum({name} % 7)")

    def private_parts(self):
        extent, p, q = self.pick([4, 6]), self.fresh("p"), self.fresh("q")
        kind = self.pick(["np.int32", "np.float64", "np.int64", "np.float32", "np.int16"])
        self.line(f"{p} = kapi.PrivateArray({extent}, {kind}, fill_zeros=True)")
        self.line(f"{p}[{self.index(extent)}] = {self.whole()}")
        for _ in range(2):
            low = self.pick([0, 1])
            part = self.pick(
                [
                    f"{p}[{low}:{low + 3}]",
                    f"{p}[::2]",
                    f"{p}[::-1]",
                    f"{p}[:{low + 1}]",
                    f"{p}[{extent - 1}:0:-2]",
                ]
            )
            self.pick(
                [
                    lambda part=part: self.line(
                        f"{part} {self.pick(['=', '+=', '-='])} {self.pick(['3', 'l', self.whole()])}"
                    ),
                    lambda part=part: self.line(f"bump({part}, {self.pick(['l', '5'])})"),
                    lambda: self.line(f"{p}[0], {p}[-1] = {p}[-1], {self.pick([f'{p}[0]', '9'])}"),
                ]
            )()
        self.line(f"{q} = {p}[{self.pick(['1:', '::-1', '::2'])}]")
        self.line(f"{q}[{self.pick(['0', 'l % 2', '-1'])}] {self.pick(['+=', '='])} 11")
        self.of_variable(self.any_variable(), f"({p}[0] + 3 * {p}[{self.index(extent)}] - {q}[-1])")

    def two_arrays(self):
        """Private arrays in loops, each turn's its own."""
        name, outer, inner = self.any_variable(), self.fresh("p"), self.fresh("q")
        self.line(f"{outer} = kapi.PrivateArray((2, 2), np.int32, fill_zeros=True)")

        def body():
            self.line(
                f"{inner} = kapi.PrivateArray(3, {self.pick(['np.float32', 'np.int64'])}, fill_zeros=True)"
            )
            self.line(f"{inner}[k0 % 3] += {self.whole()}")
            self.line(
                f"{outer}[{self.pick(['k0 % 2', 'l % 2'])}, {self.pick(['0', '1', 'k0 % 2'])}] += int({inner}[{self.pick(['0', 'k0 % 3', '-1'])}])"
            )
            if self.random.random() < 0.3:
                self.block(
                    f"if {self.condition()}:", lambda: self.line(self.pick(["break", "continue"]))
                )

        self.block(f"for k0 in range({self.pick(['3', 'l % 4', '1, 4'])}):", body)
        self.of_variable(
            name, f"({outer}[0, 0] + 2 * {outer}[1, 0] - {outer}[0, 1] * {outer}[1, 1])"
        )

    def walk(self):
        name, e, f = self.any_variable(), self.fresh("e"), self.fresh("f")
        part = self.pick([self.part("a", 36), self.part("b", 36), "a[:5]", "b[30:]"])
        other = self.pick(["b[:4]", "a[::-1]", "b[5:30:5]"])
        head, text = self.pick(
            [
                (f"for {e} in {part}:", e),
                (f"for j0, {e} in enumerate({part}):", f"({e} + j0 % 5)"),
                (f"for {e}, {f} in zip({part}, {other}):", f"({e} - {f})"),
                (f"for {e} in (3, 1, l):", e),
                (f"for {e} in reversed(range(l % 4)):", e),
                (f"for {e} in ({self.whole()}, 2):", e),
            ]
        )
        self.line("u = 0")

        def body():
            self.line(f"u = (u * 3 + int({text} % 101)) % 1009")
            if self.random.random() < 0.3:
                self.block(
                    f"if {self.condition()}:", lambda: self.line(self.pick(["break", "continue"]))
                )
                self.line("u += 1")

        self.block(head, body)
        if self.random.random() < 0.3:
            self.block("else:", lambda: self.line("u += 7"))
        self.of_variable(name, "u")

    def countdown(self):
        """Ranges that fall, step by more than one, have no turns or a step that is known at run time; and their counters afterwards."""
        bounds = self.pick(
            [
                "5, 0, -2", "l, -1, -3", "3, 3", "5, 2", "-2", "l % 3, l % 5", "2, 5, -1", "0, 7, l % 3 + 1", "6, -3, -(l % 2 + 1)",
                "int(v0) % 5, int(v1) % 5", "int(v1) % 6, -2, -2", "-3, 4, 3",
            ]
        )  # fmt: skip
        self.loops += 1
        name = f"k{self.loops}"
        self.line(f"{name} = {self.pick([4, 'l'])}")
        self.line("u = 0")

        def body():
            self.line(f"u = (u * 5 + {name} + 7) % 1009")
            kind = self.random.random()
            if kind < 0.25:
                self.block(
                    f"if {self.condition()}:", lambda: self.line(self.pick(["break", "continue"]))
                )
            elif kind < 0.4:
                self.line(f"{name} += 3")  # the range goes on where it was

        self.block(f"for {name} in range({bounds}):", body)
        if self.random.random() < 0.3:
            self.block("else:", lambda: self.line(f"u += {name} % 7 + 1"))
        self.of_variable(self.any_variable(), f"(u + {name})")

    def forever(self):
        name = self.any_variable()
        self.line(f"u = {self.whole()}")

        def body():
            self.line("u = u // 2 - 1 if u % 2 == 0 else u // 3")
            self.block(f"if u < {self.pick([3, 'l', 10])}:", lambda: self.line("break"))
            if self.random.random() < 0.4:
                self.block(f"if {self.condition()}:", lambda: self.line("continue"))
                self.line("u -= 1")

        self.block(self.pick(["while True:", "while u > 0:", "while 1:"]), body)
        self.of_variable(name, "u")

    def rows(self):
        """Local memory of two axes and another type, row by row."""
        barrier = "kapi.group_barrier(nd.get_group())"
        self.line(f"slm2[l // 4, l % 4] = {self.whole()}")
        if self.random.random() < 0.5:
            self.line(f"slm[l] = {self.whole()}")
        else:
            self.line("slm[l] = 1")
        self.line(barrier)
        kind = self.random.random()
        name = self.any_variable()
        if kind < 0.4:
            row, e = self.fresh("row"), self.fresh("e")
            self.line(f"{row} = slm2[{self.index(3)}]")
            self.line("u = 0")
            self.block(
                f"for {e} in {row}{self.pick(['', '[::-1]', '[1:]'])}:",
                lambda: self.line(f"u = (u * 2 + int({e})) % 1009"),
            )
            self.of_variable(name, f"(u + slm[{self.index(12)}])")
        elif kind < 0.7:
            self.of_variable(
                name, f"(slm2[{self.index(3)}, {self.index(4)}] + slm[{self.index(12)}])"
            )
        else:
            column = self.pick(["slm2[:, 1]", "slm2[::-1, l % 4]", "slm2[1:, -1]"])
            self.of_variable(name, f"np.sum({column} % 7)")
        self.line(barrier)

    def chain(self):
        """Each work-item waits for the one before; a lock around what is not atomic."""
        if self.random.random() < 0.5:
            self.block(
                "if i > 0:",
                lambda: self.block("while kapi.AtomicRef(flags, i - 1).load() == 0:", lambda: None),
            )
            self.line("v0 = " + self.cast("v0") + "((flags[i - 1] if i > 0 else 0) % 101)")
            self.line(f"kapi.AtomicRef(flags, i).store(1 + i + {self.pick(['0', 'i', '3'])})")
        else:
            self.line("lock = kapi.AtomicRef(flags, 36)")
            self.line("free = kapi.PrivateArray(1, np.int32, fill_zeros=True)")
            self.block(
                "while not lock.compare_exchange(free, 1):", lambda: self.line("free[0] = 0")
            )
            self.line(f"flags[{self.pick([37, 38])}] += {self.whole()}")
            self.line("lock.store(0)")
