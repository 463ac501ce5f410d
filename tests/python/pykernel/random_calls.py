"""Statements with functions that take functions and views, exact functions of math and NumPy, values of conditions, operations of sub-groups,
and atomics with orders and scopes, for random kernels."""

CALLS = """
square = lambda x: x * x


def twice(function, x):
    return function(function(x) % 11)


def tail(x, n, /, *, step=1):
    if n > 5:
        return x[n - 4 :: step]
    return x[n::step]


def first_where(x, test=lambda value: value > 20):
    for k, value in enumerate(x):
        if test(value):
            return k
    return len(x)


def digits(x, base):
    count = 0
    while True:
        x, rest = divmod(x, base)
        count += rest
        if x == 0:
            return count


above = lambda value: value > 7


def outer(x, y):
    total = digits(x, 3) if x > y else digits(y, 5)
    return twice(square, total), first_where((x, y, 21), test=above)
"""


class Calls:
    """Further statements of a Writer, which has `pick`, `line`, `block`, `cast`, `index`, `leaf`, `whole`, `of_variable` and `random`."""

    def call_statement(self, uniform):
        options = [self.functions, self.functions, self.exact, self.exact, self.of_conditions]
        options += [self.assigned_inside, self.of_numbers]
        if not self.groups:
            options.append(self.early_return)
        if self.groups and uniform:
            options += [] if self.left else [self.sub_groups] * 3 + [self.group_bits] * 2
        options += [self.ordered_atomic] * 2
        self.pick(options)()

    def functions(self):
        self.of_variable(
            self.any_variable(),
            self.pick(
                [
                    f"twice({self.pick(['square', 'helper'])}, {self.whole()} % 9)",
                    f"np.sum(tail(a, {self.pick(['3', 'i % 9', 'l'])}, step={self.pick([1, 2])}) % 7)",
                    f"first_where({self.pick(['a', 'b[::2]', 'a[l:]'])})",
                    f"first_where({self.pick('ab')}, above)",
                    f"digits({self.whole()}, {self.pick([2, 7, '2 + l % 3'])})",
                    f"outer({self.whole()}, {self.whole()})[{self.pick([0, 1])}]",
                ]
            ),
        )

    def exact(self):
        """Functions that round nothing, of numbers that they are exact for."""
        x, y = self.whole(), self.whole()
        self.of_variable(
            self.any_variable(),
            self.pick(
                [
                    f"math.{self.pick(['floor', 'ceil', 'trunc'])}({x} / {self.pick([2, -4, 8.0])})",
                    f"int(math.fabs({x} - 50) + math.copysign({y}, -1.0))",
                    f"int(math.sqrt(float(({x}) * ({x}))))",
                    f"math.gcd({x}, {y}) + math.isqrt({x})",
                    f"int(np.{self.pick(['floor_divide', 'remainder'])}({x} - 40, {self.pick([3, -7])}))",
                    f"int(np.sign({x} - {y}) + np.square({x} % 9))",
                    f"int(np.{self.pick(['bitwise_and', 'bitwise_or', 'bitwise_xor'])}({x}, {y}))",
                    f"int(math.fmod({x}, {self.pick([3.0, 7.0])}) + math.ldexp(1.0, {x} % 5))",
                    f"int(np.{self.pick(['fmax', 'fmin', 'hypot'])}(3.0, 4.0)) + {x}",
                    f"round({x} / 4) + round({y} * 0.5)",
                    f"pow({x} % 7, {self.pick([2, 3])}) + pow({y}, 2, 13)",
                    "int(math.isnan(g[i]) or math.isinf(g[i])) + int(np.isfinite(g[i]))",
                ]
            ),
        )

    def of_conditions(self):
        self.of_variable(
            self.any_variable(),
            self.pick(
                [
                    f"({self.whole()} % 3 or {self.pick(['7', 'l', self.whole()])})",
                    f"({self.whole()} % 2 and {self.whole()})",
                    f"int({self.whole()} % 7 {self.pick(['in', 'not in'])} (1, 3, l % 7))",
                    f"int({self.leaf()} < {self.leaf()} <= {self.leaf()} != {self.leaf()})",
                    f"(1 if {self.condition()} else 2 if {self.condition()} else {self.whole()})",
                    f"min({self.whole()}, {self.whole()}, max(l, {self.whole()}))",
                    f"int(any(({self.condition()}, m[i])) + 2 * all((m[i], {self.condition()})))",
                ]
            ),
        )

    def assigned_inside(self):
        name, other = self.fresh("n"), self.fresh("n")
        self.block(
            f"if ({name} := {self.whole()}) > {self.pick([5, 'l'])}:",
            lambda: self.of_variable(self.any_variable(), f"{name} + 1"),
        )
        self.line(f"{name} = {other} = {name} + {self.pick(['3', 'l'])}")
        self.line(f"{other} {self.pick(['+=', '-=', '*='])} {name} % 13")
        self.of_variable(self.any_variable(), f"({name} - {other})")

    def of_numbers(self):
        """Attributes and methods of arrays and numbers."""
        self.of_variable(
            self.any_variable(),
            self.pick(
                [
                    "(a.shape[0] + out.shape[1] * out.ndim)",
                    "(a.size - len(b) + b[3:].size)",
                    f"int(a.dtype.type({self.whole()}))",
                    "out.T[1, i]",
                    f"int(x[{self.index(36)}].astype(np.int32))",
                    "int(c[i].real + c[i - 36].imag)",
                    "int(c[i].conjugate().imag) % 50",
                    f"(3, 1, l)[{self.pick(['l % 3', '-1', 'i % 2'])}]",
                    f"((1, 2), (l, 4))[1][{self.pick(['0', 'l % 2'])}]",
                    f"out[i][1:][{self.pick(['0', '-1', 'l % 3'])}]",
                ]
            ),
        )

    def early_return(self):
        """Out of the middle of loops."""

        def body():
            self.of_variable(self.any_variable(), self.whole())
            self.block(f"if {self.condition()}:", lambda: self.line("return"))

        name = self.fresh("r")
        self.block(f"for {name} in range({self.pick(['2', 'l % 4'])}):", body)

    # Groups.

    def sub_groups(self):
        """What does not depend on how large sub-groups are."""
        sub, lane, name = self.fresh("sub"), self.fresh("lane"), self.any_variable()
        self.line(f"{sub} = nd.get_sub_group()")
        self.line(f"{lane} = {sub}.get_local_id()")
        value, first, step = self.pick(
            [
                ("l", f"(l - {lane})", 1),
                ("l * 3", f"(l - {lane}) * 3", 3),
                ("-l", f"({lane} - l)", -1),
            ]
        )
        self.of_variable(
            name,
            self.pick(
                [
                    f"kapi.select_from_group({sub}, {value}, {lane} ^ 0)",
                    f"(kapi.shift_group_right({sub}, {value}) - {value} + int({lane} > 0) * {step})",
                    f"(kapi.shift_group_left({sub}, {value}) - {value} - int({lane} + 1 < {sub}.get_local_range()) * {step})",
                    f"({first} - kapi.group_broadcast({sub}, {value}) + 4)",
                    f"kapi.reduce_over_group({sub}, 3, '{self.pick(['minimum', 'bit_or'])}')",
                    f"int(kapi.{self.pick(['any', 'all', 'none'])}_of_group({sub}, l >= {lane}))",
                    f"(kapi.inclusive_scan_over_group({sub}, 1) - {lane})",
                    f"(kapi.exclusive_scan_over_group({sub}, 2, 7) - 2 * {lane})",
                    f"(kapi.permute_group_by_xor({sub}, {lane}, 1) // 2 - {lane} // 2)",
                ]
            ),
        )

    def group_bits(self):
        group, name = "nd.get_group()", self.any_variable()
        op = self.pick(["bit_and", "bit_or", "bit_xor", "multiplies"])
        kind = self.pick(["np.int32", "np.uint64", "np.int64", "np.uint8"])
        value = f"{kind}({self.whole()} % 100{' % 2 + 1' if op == 'multiplies' else ''})"
        self.of_variable(
            name,
            self.pick(
                [
                    f"kapi.reduce_over_group({group}, {value}, '{op}')",
                    f"kapi.inclusive_scan_over_group({group}, {value}, '{op}')",
                    f"kapi.exclusive_scan_over_group({group}, {value}, {kind}(1), '{op}')",
                    f"kapi.group_broadcast({group}, {value}, {self.pick([0, 11, 5])})",
                ]
            ),
        )

    def ordered_atomic(self):
        """Orders, scopes and address spaces of what one work-item alone touches; fences."""
        order = self.pick(["RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"])
        scope = self.pick(["WORK_ITEM", "SUB_GROUP", "WORK_GROUP", "DEVICE", "SYSTEM"])
        space = self.pick(["", ", address_space=kapi.AddressSpace.GLOBAL"])
        if self.random.random() < 0.2:
            order = self.pick(["ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"])
            self.line(f"kapi.atomic_fence(kapi.MemoryOrder.{order}, kapi.MemoryScope.{scope})")
            return
        ref = self.fresh("ref")
        self.line(
            f"{ref} = kapi.AtomicRef(own, i, kapi.MemoryOrder.{order}, kapi.MemoryScope.{scope}{space})"
        )
        value = f"{self.own_cast()}({self.whole()} % 64)"
        call = self.pick(
            [f"exchange({value})", "load()", f"fetch_add({value})", f"fetch_min({value})"]
        )
        self.of_variable(self.any_variable(), f"int({ref}.{call})")
        if self.random.random() < 0.3:
            self.line(f"{ref}.store({value})")
