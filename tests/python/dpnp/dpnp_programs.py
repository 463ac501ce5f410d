"""Random programs of calls as people write them, carried out with NumPy and with dpnp side by side.

A statement is text, so that one that fails can be pasted: `python dpnp_programs.py FIRST COUNT` carries out programs by hand.
"""

import random
import sys
from collections import Counter

import dpnp
import numpy as np
from dpnp_statements import SECTIONS, words
from dpnp_support import DTYPES

EXTENTS = [0, 1, 2, 3, 3, 4, 5, 7]
STATEMENTS = 12
WEIGHTS = {"elementwise": 8, "indices": 4, "reductions": 4, "scans": 2, "moves": 4, "joins": 2, "choices": 4, "products": 2, "changes": 4}  # fmt: skip


class Skipped(Exception):
    """No array fits a hole."""


class Holes(dict):
    """What a statement's holes are filled with, each drawn once."""

    def __init__(self, program):
        super().__init__()
        self.program = program

    def __missing__(self, hole):
        self[hole] = drawn = str(getattr(self.program, f"a_{hole}", None)(self))
        return drawn


class Program:
    """Arrays of both packages under the same names, and what was done to them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.text = []
        self.host, self.ours = {"np": np, "numpy": np}, {"np": dpnp, "numpy": np}
        self.names = []
        for _ in range(3):
            self.fresh()

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, p):
        return self.random.random() < p

    # New arrays.

    def values(self, dtype, shape):
        dtype = np.dtype(dtype)
        count = int(np.prod(shape, dtype=int))
        low = 0 if dtype.kind in "bu" else -6
        numbers = [self.random.randint(low, 7) for _ in range(count)]
        made = np.array(numbers, dtype="i1" if dtype.kind == "b" else dtype).reshape(shape)
        if dtype.kind == "b":
            return np.asarray(made % 2 == 1)
        if dtype.kind in "fc":
            made = made * dtype.type(0.5)
        if dtype.kind == "c":
            made = made + dtype.type(1j) * np.roll(made, 1).real
        if dtype.kind == "f" and count > 2 and self.chance(0.1):
            made.reshape(-1)[self.random.randrange(count)] = np.nan
        return np.asarray(made, dtype)

    def add(self, made):
        """Gives an array of NumPy's a name in both packages."""
        name = f"x{len(self.host)}"
        said = f"numpy.array({made.tolist()}, {made.dtype.name!r}).reshape({made.shape})"
        self.text.append(f"{name} = np.asarray({said})")
        self.host[name], self.ours[name] = made, dpnp.asarray(made)
        return name

    def fresh(self, dtype=None, shape=None):
        """A new array, sometimes a view that is not dense."""
        if shape is None:
            shape = tuple(self.pick(EXTENTS) for _ in range(self.pick([0, 1, 1, 2, 2, 3])))
        name = self.add(self.values(dtype or self.pick(DTYPES), shape))
        self.names.append(name)
        if self.chance(0.4):
            views = [".T", "[::-1]", "[..., ::2]", "[..., ::-1]", ".copy(order='F')"]
            self.assign(name + self.pick(views))
        return name

    def named(self, test=lambda x: True):
        fitting = [n for n in self.names if test(self.host[n])]
        if not fitting:
            raise Skipped
        return self.pick(fitting)

    # Holes.

    def a_a(self, holes):
        return self.named()

    def a_w(self, holes):
        return self.named(lambda x: x.flags.writeable)

    def a_b(self, holes):
        name = holes["a"]
        shape = self.host[name].shape
        kind = self.random.random()
        if kind < 0.4:
            return self.named(lambda x: _fit(x.shape, shape))
        if kind < 0.6:
            return self.pick(words("numbers"))
        if shape and kind < 0.8:
            return self.pick([f"{name}[:1]", f"{name}[..., :1]", f"{name}[::-1]"])
        one = tuple(n if self.chance(0.5) else 1 for n in shape)
        return self.fresh(shape=self.pick([shape, shape[1:], one]))

    def a_c(self, holes):
        shape = self.host[holes["a"]].shape
        return self.named(lambda x: x.shape == shape)

    def a_value(self, holes):
        shape = self.host[holes["w"]].shape
        return self.named(lambda x: _fit(x.shape, shape) and x.dtype.kind in "bui")

    def a_fitting(self, holes):
        x = self.host[holes["a"]]
        if not x.ndim:
            raise Skipped
        shapes = [x.shape[-1:], (x.shape[-1], 2), (*x.shape[:-2], x.shape[-1], 3)]
        return self.add(self.values(self.pick(DTYPES), self.pick(shapes)))

    def a_n(self, holes):
        return self.pick(words("numbers"))

    def a_k(self, holes):
        return self.pick([0, 1, 2])

    def a_simple(self, holes):
        return self.pick(["0", "1", "3", "True", "2"])

    def a_unary(self, holes):
        return self.pick(words("unary"))

    def a_other_unary(self, holes):
        whole = self.host[holes["a"]].dtype.kind in "bui"
        return self.pick(
            [n for n in words("other_unary") if not (whole and n in ("angle", "spacing"))]
        )

    def a_binary(self, holes):
        return self.pick(words("binary"))

    def a_op(self, holes):
        return self.pick(words("operators"))

    def a_method(self, holes):
        return self.pick(words("methods"))

    def a_reduction(self, holes):
        return self.pick(words("reductions"))

    def a_order(self, holes):
        return repr(self.pick(["C", "F"]))

    def a_pad(self, holes):
        return repr(self.pick(["edge", "reflect", "wrap", "symmetric", "linear_ramp", "mean"]))

    def a_dtype(self, holes):
        return repr(self.pick(DTYPES))

    def a_castable(self, holes):
        """Numbers that the dtype does not hold are whatever the processor gives."""
        x = self.host[holes["a"]]
        held = x.dtype.kind in "biu" or (x.dtype.kind == "f" and np.all((x >= 0) & (x < 100)))
        return repr(self.pick(DTYPES if held else ["c16", x.dtype.name]))

    def a_ax(self, holes):
        ndim = self.host[holes["a"]].ndim
        if ndim == 0 or self.chance(0.03):
            return str(ndim) if ndim else "None"
        return str(self.random.randrange(-ndim, ndim))

    a_other = a_ax

    def a_axes(self, holes):
        ndim = self.host[holes["a"]].ndim
        if ndim and self.chance(0.4):
            chosen = self.random.sample(range(ndim), self.random.randint(0, ndim))
            return str(tuple(a - ndim if self.chance(0.4) else a for a in chosen))
        return "None" if self.chance(0.3) else self.a_ax(holes)

    def a_permutation(self, holes):
        ndim = self.host[holes["a"]].ndim
        return ", ".join(map(str, self.random.sample(range(ndim), ndim)))

    def a_words(self, holes):
        x, name = self.host[holes["a"]], holes["method" if "method" in holes else "reduction"]
        one = "arg" in name
        words = (
            [] if self.chance(0.3) else [f"axis={self.a_ax(holes) if one else self.a_axes(holes)}"]
        )
        if self.chance(0.25):
            words.append("keepdims=True")
        if name in ("sum", "prod", "mean", "var", "std", "nansum") and self.chance(0.15):
            kinds = ["complex64"] if x.dtype.kind == "c" else ["float32", "float64", "complex64"]
            kinds += ["int64"] if name in ("sum", "prod") and x.dtype.kind in "bui" else []
            words.append(f"dtype={self.pick(kinds)!r}")
        if name in ("var", "std") and self.chance(0.3):
            words.append("ddof=1")
        if name in ("sum", "prod", "max", "min", "any", "all", "mean") and self.chance(0.15):
            words.append(f"where={self.a_mask(holes)}")
            words += ["initial=2"] if name in ("max", "min") else []
        elif name in ("sum", "prod", "max", "min") and self.chance(0.1):
            words.append(f"initial={self.pick(['1', '2', '5'])}")
        return "".join(f", {word}" for word in words)

    def a_onlywords(self, holes):
        return self.a_words(holes)[2:]

    def a_mask(self, holes):
        return self.add(self.values("?", self.host[holes["a"]].shape))

    def a_condition(self, holes):
        name = holes["a"]
        return self.pick([f"{name} > 0", f"{name} != {name}", self.a_mask(holes), name])

    def _extent(self, holes):
        x = self.host[holes["a"]]
        along = int(holes["ax"]) if holes["ax"] != "None" else 0
        return x.shape[along] if -x.ndim <= along < x.ndim else 1

    def a_along(self, holes):
        return self.add(self.values("?", (self._extent(holes),)))

    def a_places(self, holes):
        return self._integers(self._extent(holes))

    def a_all(self, holes):
        return self._integers(self.host[holes["a"]].size)

    def _integers(self, extent, shape=None):
        """The name of an array of indices below an extent."""
        shape = self.pick([(3,), (1,), (2, 2), (0,)]) if shape is None else shape
        shape = (0,) if extent == 0 else shape
        low = -extent if self.chance(0.5) else 0
        count = int(np.prod(shape, dtype=int))
        numbers = [self.random.randrange(low, extent) for _ in range(count)]
        small = "i8" if extent > 99 else "i1" if low else "u1"
        return self.add(np.array(numbers, self.pick(["i8", "i4", small])).reshape(shape))

    def a_index(self, holes):
        return self._index(self.host[holes["a"]].shape)

    def a_windex(self, holes):
        return self._index(self.host[holes["w"]].shape)

    def _index(self, shape):
        """Integers, slices, new axes, an ellipsis, and arrays, in any mixture whose meaning is NumPy's."""
        if self.chance(0.1) and shape:
            return self.add(self.values("?", shape))
        parts, left, arrays, numbers = [], list(shape), False, False
        while left and self.chance(0.85):
            kind, extent = self.random.random(), left[0]
            if kind < 0.25 and extent:
                parts.append(str(self.random.randrange(-extent, extent)))
                numbers = True
            elif kind < 0.6:
                parts.append(self._slice(extent))
            elif kind < 0.7:
                parts.append("None")
                continue
            elif kind < 0.78 and "..." not in parts:
                parts.append("...")
                left = left[len(left) - self.random.randint(0, len(left)) :]
                continue
            elif kind < 0.92 and (extent or not arrays):
                parts.append(self._integers(extent, (3,)))
                arrays = True
            elif not arrays:
                parts.append(self.add(self.values("?", (extent,))))
                arrays = True
            else:
                parts.append(":")
            left.pop(0)
        if arrays and numbers:  # there dpnp is as dpctl.tensor
            raise Skipped
        text = ", ".join(parts) or "..."
        return text if self.chance(0.8) or not parts else f"({text},)"

    def _slice(self, extent):
        ends = [
            self.pick(["", "", str(self.random.randint(-extent - 2, extent + 2))]) for _ in range(2)
        ]
        return ":".join(ends) + self.pick(["", ":1", ":2", ":-1", ":-2", ":3"])

    # Carrying out.

    def assign(self, expression):
        """Carries out an expression, compares, and keeps the result."""
        name = f"x{len(self.host)}"
        self.text.append(f"{name} = {expression}")
        host, ours = _outcome(expression, self.host), _outcome(expression, self.ours)
        if isinstance(host, Exception) or isinstance(ours, Exception):
            self.compare_refusals(expression, host, ours)
            return
        check(ours, host)
        if not isinstance(ours, dpnp.ndarray) or ours.size > 5000:
            return
        if not isinstance(host, np.ndarray):  # a number is no view
            host, ours = np.array(host), ours.copy()
        self.host[name], self.ours[name] = host, ours
        self.names.append(name)
        self.settle(name)

    def carry_out(self, statement):
        """Carries out a statement that changes an array, and compares all of them."""
        self.text.append(statement)
        host, ours = _done(statement, self.host), _done(statement, self.ours)
        if host is None and ours is None:
            for name in self.names:
                check(self.ours[name], self.host[name])
                self.settle(name)
        else:
            self.compare_refusals(statement, host, ours)
            for name in self.names:
                self.settle(name)

    def settle(self, name):
        """Gives NumPy's array our rounding, so that the next statement begins with the same numbers."""
        host, ours = self.host[name], self.ours[name]
        if host.dtype.kind in "fc" and host.flags.writeable and host.shape == ours.shape:
            host[...] = dpnp.asnumpy(ours)

    def compare_refusals(self, statement, host, ours):
        both = isinstance(host, Exception) and isinstance(ours, Exception)
        if both or isinstance(ours, NotImplementedError) or _is_ours(statement, host, ours):
            return
        raise AssertionError(f"NumPy {_told(host)}, dpnp {_told(ours)}")

    def run(self):
        kinds = list(WEIGHTS)
        for _ in range(STATEMENTS):
            kind = self.random.choices(kinds, WEIGHTS.values())[0]
            try:
                statement = self.pick(SECTIONS[kind]).format_map(Holes(self))
            except Skipped:
                self.fresh()
                continue
            self.carry_out(statement) if kind == "changes" else self.assign(statement)


def _fit(*shapes):
    try:
        return np.prod(np.broadcast_shapes(*shapes), dtype=int) < 3000
    except ValueError:
        return False


def _outcome(expression, names):
    try:
        with np.errstate(all="ignore"):
            return eval(expression, dict(names))
    except Exception as error:
        return error


def _done(statement, names):
    try:
        with np.errstate(all="ignore"):
            exec(statement, {}, dict(names))
    except Exception as error:
        return error
    return None


def _told(outcome):
    if isinstance(outcome, Exception):
        return f"raises {type(outcome).__name__}: {outcome}"
    return f"gives {outcome!r}"


def _is_ours(statement, host, ours):
    """Where one refuses and the other computes, on purpose."""
    said, refused = str(host), str(ours)
    return (
        "Integers to negative integer powers" in said
        or isinstance(host, ZeroDivisionError)
        or ("round(" in statement and "dtype('bool')" in said)
        or "Too many bins for data range" in said
        or ("gradient(" in statement and "bool" in refused)
        or ("ediff1d(" in statement and "boolean subtract" in said)
        or "only 0-dimensional arrays can be converted" in said
        or "can be column stacked" in refused
        or "complex numbers are not supported" in refused
        or ("out of bounds for uint" in refused and isinstance(ours, OverflowError))
    )


def check(ours, host):
    """The same kind of thing, dtype, shape and elements."""
    if isinstance(host, (tuple, list)):
        assert len(ours) == len(host), (len(ours), len(host))
        for one, other in zip(ours, host, strict=True):
            check(one, other)
    elif isinstance(ours, dpnp.ndarray):
        host = np.asarray(host)
        assert ours.dtype == host.dtype, f"dtype {ours.dtype}, NumPy's {host.dtype}"
        assert ours.shape == host.shape, f"shape {ours.shape}, NumPy's {host.shape}"
        _check_elements(dpnp.asnumpy(ours), host)
    else:
        assert ours == host or ours != ours, f"{ours!r}, NumPy's {host!r}"


def _check_elements(ours, host):
    if host.dtype.kind not in "fc":
        np.testing.assert_array_equal(ours, host)
        return
    if host.dtype.kind == "c":  # infinite ones have more than one form
        finite = np.isfinite(host)
        np.testing.assert_array_equal(np.isfinite(ours), finite)
        ours, host = np.where(finite, ours, 0), np.where(finite, host, 0)
    eps = np.finfo(host.dtype).eps
    sizes = np.abs(host[np.isfinite(host)])
    scale = max(float(sizes.max()), 1.0) if sizes.size else 1.0
    np.testing.assert_allclose(ours, host, rtol=64 * eps, atol=8 * eps * scale)


def main(first, count):
    seen = Counter()
    for seed in range(first, first + count):
        program = Program(seed)
        try:
            program.run()
        except Exception as error:
            last, message = program.text[-1], " ".join(str(error).split())[:220]
            key = last.split("(")[0].split("=")[-1] + message[:40]
            seen[key] += 1
            if seen[key] == 1:
                wanted = [w for w in program.text[:-1] if w.split(" ")[0] in last]
                print(f"--- {seed}: {type(error).__name__}: {message}")
                print("\n".join(line[:200] for line in [*wanted, last]), flush=True)
    print(seen.total(), "of", count, "programs differ")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
