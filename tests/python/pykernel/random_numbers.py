"""Expressions over numbers of any size, for random kernels: the generator knows the type of each, as NumPy gives it.

Integers wrap around, shifts go beyond their width, divisors may be zero. Floating-point numbers may be infinite or no numbers; what is
computed of them is exact, so that no contraction changes a bit.
"""

import numpy as np

INTEGERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]
NAMES = {name: f"np.{np.dtype(name).name}" for name in INTEGERS}
SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 0.5, -1.5, 2.0, 3.0, -7.0, 100.0, 1024.0]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
EDGES = [0, 1, 2, 3, 7, 100]


def numbers_of(kind, count, generator):
    """An array with the least and the largest integers among small ones."""
    info = np.iinfo(kind)
    edges = [info.min, info.max, info.max - 1, info.min + 1, *EDGES]
    if info.min < 0:
        edges += [-1, -2]
    few = generator.choice(np.array(edges, dtype=kind), count)
    wide = generator.integers(info.min, info.max, count, dtype=kind, endpoint=True)
    return np.where(generator.random(count) < 0.6, few, wide).astype(kind)


class Numbers:
    """Further statements of a Writer, which has `pick`, `line`, `index`, `condition` and `random`.

    Arrays x and y hold integers, m truth values, g floating-point numbers; z and h take results, a row for each work-item. w0, w1 and w2
    are variables of the types in `wide`.
    """

    def choose_numbers(self):
        self.x, self.y, self.z = (self.pick(INTEGERS) for _ in range(3))
        self.g = self.pick(["f4", "f8"])
        self.numbers = self.random.random() < 0.4
        self.wide = {f"w{n}": self.pick(INTEGERS) for n in range(3)}

    def arrays_of_numbers(self, count, generator):
        special = generator.choice(np.array(SPECIAL), count)
        return [
            numbers_of(self.x, count, generator),
            numbers_of(self.y, count, generator),
            np.zeros((count, 3), self.z),
            generator.random(count) < 0.5,
            special.astype(self.g),
            np.zeros((count, 2), self.g),
        ]

    def numbers_begin(self):
        for name, kind in self.wide.items():
            self.line(f"{name} = {NAMES[kind]}({self.pick(['x[i]', 'y[i]', 'x[0]', 'l'])})")

    def numbers_end(self):
        for n, name in enumerate(self.wide):
            self.line(f"z[i, {n}] = {NAMES[self.z]}({name})")

    # Integers of NumPy's types: (text, type).

    def integer(self, depth=2):
        if depth == 0 or self.random.random() < 0.15:
            return self.integer_leaf()
        kind = self.random.random()
        if kind < 0.5:
            return self.integer_operation(depth)
        if kind < 0.6:
            text, own = self.integer(depth - 1)
            return f"({self.pick(['-', '~'])}{text})", own
        if kind < 0.66:
            text, own = self.integer(depth - 1)
            return f"{self.pick(['abs', 'np.abs'])}({text})", own
        if kind < 0.74:
            return self.shift(depth)
        if kind < 0.82:
            return self.chosen(depth)
        if kind < 0.88:
            text, own = self.integer(depth - 1)
            return f"({text} ** {self.random.randrange(10)})", own
        to = self.pick(INTEGERS)
        return f"{NAMES[to]}({self.pick([self.integer(depth - 1)[0], self.truth(depth - 1)])})", to

    def integer_leaf(self):
        kind = self.random.random()
        if kind < 0.35:
            return f"{self.pick(['x', 'x'])}[{self.index(36)}]", self.x
        if kind < 0.6:
            return f"y[{self.index(36)}]", self.y
        if kind < 0.9:
            return self.pick(list(self.wide.items()))
        kind = self.pick(INTEGERS)
        return f"{NAMES[kind]}({self.literal(kind)})", kind

    def literal(self, kind):
        info = np.iinfo(kind)
        return self.pick([info.max, info.min, *EDGES, *([-1, -3] if info.min else [])])

    def pair(self, depth):
        """Two texts of types that have integers in common, and what they promote to."""
        (left, a), (right, b) = self.integer(depth), self.integer(depth)
        if np.result_type(a, b).kind == "f":
            right, b = f"{NAMES[a]}({right})", a
        return left, right, np.result_type(a, b).str[1:]

    def integer_operation(self, depth):
        sign = self.pick(["+", "-", "*", "//", "%", "&", "|", "^", "+", "-", "*"])
        kind = self.random.random()
        if kind < 0.3:
            text, own = self.integer(depth - 1)
            literal = self.literal(own)
            if kind < 0.1 and literal >= 0:
                return f"({literal} {sign} {text})", own
            return f"({text} {sign} {literal})", own
        if kind < 0.4:
            text, own = self.integer(depth - 1)
            return f"({text} {sign} {self.small()})", own
        left, right, own = self.pair(depth - 1)
        if kind < 0.5:
            return f"np.{self.pick(['maximum', 'minimum'])}({left}, {right})", own
        if kind < 0.56:
            return f"divmod({left}, {right})[{self.pick([0, 1])}]", own
        return f"({left} {sign} {right})", own

    def small(self):
        """A number of Python's that all types hold."""
        return f"(int({self.pick(['i', 'l', 'v0', 'v1'])}) % {self.pick([3, 50, 127])})"

    def shift(self, depth):
        text, own = self.integer(depth - 1)
        sign = self.pick(["<<", ">>"])
        if self.random.random() < 0.5:
            return f"({text} {sign} {self.pick([0, 1, 5, 7, 8, 15, 31, 32, 63, 64, 100])})", own
        count = self.integer(depth - 1)[0]
        return f"({text} {sign} {NAMES[own]}({count}))", own

    def chosen(self, depth):
        """One of two of a type."""
        left, own = self.integer(depth - 1)
        right, other = self.integer(depth - 1)
        if other != own:
            right = f"{NAMES[own]}({right})"
        if self.random.random() < 0.4:
            return f"{self.pick(['min', 'max'])}({left}, {right})", own
        return f"({left} if {self.truth(depth - 1)} else {right})", own

    def truth(self, depth=1):
        """A comparison, of any two types or with numbers of Python's of any size."""
        kind = self.random.random()
        if kind < 0.2:
            return self.pick([f"m[{self.index(36)}]", f"(not m[{self.index(36)}])"])
        if kind < 0.3:
            at = self.index(36)
            return f"(m[i] {self.pick('&|^')} (x[{at}] {self.pick(COMPARISONS)} y[{at}]))"
        left, right = self.integer(depth)[0], self.integer(depth)[0]
        if kind < 0.5:
            right = self.pick([2**31, -(2**31) - 1, 2**40, -1, 255, 256, 2**63 - 1, 2**64])
        return f"({left} {self.pick(COMPARISONS)} {right})"

    def number_statement(self):
        self.pick(
            [
                self.assign_integer,
                self.assign_integer,
                self.store_integer,
                self.of_python,
                self.special,
                self.scrambled,
            ]
        )()

    def scrambled(self):
        """What begins as a small number and wraps around, as generators of random numbers do."""
        kind, s = self.pick(INTEGERS[2:]), self.fresh("s")
        self.line(f"{s} = {NAMES[kind]}({self.pick(['l', 'i', 'l + 1', 'i & 3'])})")

        def body():
            self.line(
                f"{s} = {s} * {self.pick([31, 113, 30011, 3])} {self.pick('+^-')} {self.pick([1, 12345, 7])}"
            )
            if self.pick([True, False]):
                self.line(
                    f"{s} {self.pick(['^=', '+=', '-='])} {s} {self.pick(['>>', '<<', '*'])} {self.pick([3, 5, 13])}"
                )

        self.block(f"for _ in range({self.pick([3, 20])}):", body)
        name = self.pick(list(self.wide))
        text = self.pick(
            [
                f"{s} % 10",
                f"{s} // 10",
                f"{s} >> 7",
                f"abs({s}) // 3",
                f"max({s}, {NAMES[kind]}(l)) // 2",
                f"x[{s} % 36]",
            ]
        )
        self.line(f"{name} = {NAMES[self.wide[name]]}({text})")

    def assign_integer(self):
        name = self.pick(list(self.wide))
        own = NAMES[self.wide[name]]
        text, kind = self.integer(3)
        if self.random.random() < 0.2:
            sign = self.pick(["+=", "-=", "*=", "^=", "|=", "&=", "//=", "%="])
            self.line(f"{name} {sign} {own}({text})")
        else:
            self.line(f"{name} = {text if kind == self.wide[name] else f'{own}({text})'}")

    def store_integer(self):
        column = self.pick([0, 1, 2])
        if self.random.random() < 0.3:
            self.line(
                f"z[i, {column}] {self.pick(['+=', '-=', '*=', '^='])} {NAMES[self.z]}({self.integer()[0]})"
            )
        else:
            self.line(f"z[i, {column}] = {NAMES[self.z]}({self.integer(3)[0]})")

    # Integers of Python's: (text, how many bits they may have).

    def unbounded(self, depth):
        if depth == 0 or self.random.random() < 0.2:
            return self.pick(
                [
                    (self.pick(["i", "l"]), 6),
                    (f"int(x[{self.index(36)}] % 120)", 7),
                    (f"int(np.int32({self.integer(1)[0]}))", 31),
                    (f"int(np.uint32({self.integer(1)[0]}))", 32),
                    (str(self.pick([0, 1, 5, 2**31 - 1, -(2**31), 2**32, -1])), 32),
                ]
            )
        kind = self.random.random()
        text, bits = self.unbounded(depth - 1)
        other, more = self.unbounded(depth - 1)
        if kind < 0.3:
            sign, bits = self.pick("+-"), max(bits, more) + 1
        elif kind < 0.45:
            sign, bits = "*", bits + more
        elif kind < 0.6:
            sign, bits = self.pick("&|^"), max(bits, more)
        elif kind < 0.8:
            sign, other = (
                self.pick(["//", "%"]),
                self.pick([f"({other} | 1)", "-3", "7", "-1", "1000003"]),
            )
            bits = max(bits, more, 21)
        elif kind < 0.9:
            sign, other = ">>", self.pick(["0", "1", "31", "63", "64", "100", "l"])
        else:
            count = self.pick([0, 1, 8, 30])
            sign, other, bits = "<<", str(count), bits + count
        return (f"({text} {sign} {other})", bits) if bits < 62 else (f"({text} % 1000003)", 20)

    def of_python(self):
        text, _ = self.unbounded(3)
        name = self.pick(list(self.wide))
        least = self.pick(["abs", "", "-"])
        self.line(f"u = {least}({text})")
        self.line(f"{name} = {NAMES[self.wide[name]]}(u % {self.pick([128, 101, 7])})")

    # Floating-point numbers that are special.

    def special(self):
        value = f"g[{self.index(36)}]"
        other = self.pick(
            [f"g[{self.index(36)}]", f"g[{self.index(36)}]", "2.0", "0.5", self.small()]
        )
        kind = self.random.random()
        if kind < 0.3:
            text = f"{value} {self.pick(['+', '-', '*', '/', '//', '%'])} {other}"
        elif kind < 0.45:
            text = f"{self.pick(['min', 'max', 'np.maximum', 'np.minimum', 'np.fmax', 'np.copysign'])}({value}, g[{self.index(36)}])"
        elif kind < 0.6:
            text = f"{self.pick(['abs', 'np.floor', 'np.ceil', 'np.trunc', 'np.sign', 'np.rint', '-'])}({value})"
        elif kind < 0.75:
            text = f"({value} if {value} {self.pick(COMPARISONS)} {other} else g[i])"
        else:
            test = self.pick(
                [
                    f"{self.pick(['np.isnan', 'np.isinf', 'np.isfinite', 'np.signbit'])}({value})",
                    f"{value}",
                ]
            )
            self.line(f"if {test}:")
            self.line(
                f"    w0 {self.pick('+^')}= {NAMES[self.wide['w0']]}({self.literal(self.wide['w0'])})"
            )
            return
        self.line(f"h[i, {self.pick([0, 1])}] = {text}")
