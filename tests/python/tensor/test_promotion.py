"""What the inputs of functions are cast to before these compute, on devices with and without float16 and float64."""

import os
import subprocess
import sys
import textwrap
from itertools import product
from types import SimpleNamespace

import dpctl.tensor as dpt
import numpy as np
import pytest
from dpctl.tensor import _promotion, _weak_types
from dpctl.tensor._weak_types import weak_type_of

NAMES = ["b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
DEVICES = {
    flags: SimpleNamespace(has_aspect_fp16=flags[0], has_aspect_fp64=flags[1])
    for flags in product((True, False), repeat=2)
}
WIDE, NARROW = DEVICES[True, True], DEVICES[False, False]
has = pytest.mark.parametrize("has", DEVICES)


def dtypes(text):
    return [np.dtype(name) for name in text.split()]


@has
def test_dtypes_of_a_device(has):
    missing = (() if has[0] else ("f2",)) + (() if has[1] else ("f8", "c16"))
    wanted = [np.dtype(name) for name in NAMES if name not in missing]
    assert sorted(map(str, _promotion._all_data_types(*has))) == sorted(map(str, wanted))


@has
@pytest.mark.parametrize("casting", ["safe", "same_kind"])
def test_casts_are_numpys_but_of_integers_to_the_widest_floating_dtype(has, casting):
    there = _promotion._all_data_types(*has)
    widest = dtypes("f8 c16") if has[1] else dtypes("f4 c8")
    for source, target in product(map(np.dtype, NAMES), repeat=2):
        wanted = target in there and (
            np.can_cast(source, target, casting=casting)
            or (has != (True, True) and source.kind in "biu" and target in widest)
        )
        assert _promotion._can_cast(source, target, *has, casting=casting) == wanted, (
            source,
            target,
        )


@has
def test_what_a_device_lacks_becomes_the_nearest(has):
    device = DEVICES[has]
    for dtype in map(np.dtype, NAMES):
        lacking = dtype.char in "dD" and not has[1] or dtype.char == "e" and not has[0]
        nearest = np.dtype("c8" if dtype.kind == "c" else "f4") if lacking else dtype
        assert _promotion._to_device_supported_dtype(dtype, device) == nearest
    found = [_promotion._get_device_default_dtype(kind, device) for kind in "biufc"]
    assert found == dtypes("b1 i8 u8 f8 c16" if has[1] else "b1 i8 u8 f4 c8")
    with pytest.raises(RuntimeError, match="'V'"):
        _promotion._get_device_default_dtype("V", device)


def test_sums_accumulate_in_the_widest_of_their_kind():
    queue = SimpleNamespace(sycl_device=WIDE)
    narrow = SimpleNamespace(sycl_device=NARROW)
    for text, exact, floating in (
        ("b1 i1 i8", "i8", "f8"),
        ("u1 u8", "u8", "f8"),
        ("f2", "f2", "f2"),
        ("f4", "f4", "f4"),
    ):
        for dtype in dtypes(text):
            assert _promotion._default_accumulation_dtype(dtype, queue) == exact
            assert _promotion._default_accumulation_dtype_fp_types(dtype, queue) == floating
    assert _promotion._default_accumulation_dtype(np.dtype("c8"), queue) == "c8"
    assert _promotion._default_accumulation_dtype_fp_types(np.dtype("i4"), narrow) == "f4"
    with pytest.raises(ValueError, match="complex"):
        _promotion._default_accumulation_dtype_fp_types(np.dtype("c8"), queue)


def test_only_dtypes_of_arrays_are_supported():
    assert _promotion._supported_dtype(map(np.dtype, [*NAMES, np.longlong, np.ulonglong]))
    with pytest.raises(ValueError, match="datetime64"):
        _promotion._supported_dtype([np.dtype("i4"), np.dtype("M8")])


def floating(*given):
    """A function with loops over floating dtypes only, as its query."""
    same = len(set(given)) == 1 and given[0].kind in "fc"
    return given[0] if same else None


def test_one_input_is_cast_to_the_first_dtype_that_the_function_and_the_device_have():
    find = _promotion._find_buf_dtype
    default, reciprocal = (
        _promotion._acceptance_fn_default_unary,
        _promotion._acceptance_fn_reciprocal,
    )
    i1, i4, f2, f4, f8 = dtypes("i1 i4 f2 f4 f8")
    assert find(f4, floating, WIDE, default) == (None, f4)
    assert find(i1, floating, WIDE, default) == (f2, f2)
    assert find(i1, floating, NARROW, default) == (f4, f4)
    assert find(i4, floating, WIDE, default) == (f8, f8)
    assert find(i4, floating, NARROW, default) == (f4, f4)
    assert find(i1, floating, WIDE, reciprocal) == (f8, f8)
    assert find(i1, floating, NARROW, reciprocal) == (f4, f4)
    assert find(f2, lambda x: x if x == f4 else None, WIDE, reciprocal) == (f4, f4)
    assert find(f8, lambda x: x if x == f4 else None, WIDE, default) == (None, None)
    assert find(i4, lambda x: np.dtype("b1") if x == f8 else None, WIDE, default) == (f8, "b1")


def test_two_inputs_are_cast_to_what_fits_both():
    find = _promotion._find_buf_dtype2
    default, divide = _promotion._acceptance_fn_default_binary, _promotion._acceptance_fn_divide
    i1, i4, f2, f4, f8 = dtypes("i1 i4 f2 f4 f8")
    assert find(f4, f4, floating, WIDE, default) == (None, None, f4)
    assert find(f4, f2, floating, WIDE, default) == (None, f4, f4)
    assert find(i1, f4, floating, WIDE, divide) == (f4, None, f4)
    assert find(f4, i4, floating, WIDE, divide) == (f8, f8, f8)
    assert find(f2, np.dtype("i2"), floating, WIDE, divide) == (f4, f4, f4)
    assert find(i1, i1, floating, WIDE, default) == (f2, f2, f2)
    assert find(i1, i1, floating, WIDE, divide) == (f8, f8, f8)
    assert find(i1, i1, floating, NARROW, divide) == (f4, f4, f4)
    assert find(f4, f8, lambda a, b: None, WIDE, default) == (None, None, None)


def test_functions_refuse_kinds():
    b1, i1, f4 = dtypes("b1 i1 f4")
    assert _promotion._acceptance_fn_subtract(b1, i1, i1, None, i1, WIDE)
    assert _promotion._acceptance_fn_subtract(i1, b1, None, i1, i1, WIDE)
    assert _promotion._acceptance_fn_negative(i1, f4, f4, WIDE)
    with pytest.raises(ValueError, match="subtract"):
        _promotion._acceptance_fn_subtract(b1, b1, i1, i1, i1, WIDE)
    with pytest.raises(ValueError, match="negative"):
        _promotion._acceptance_fn_negative(b1, i1, i1, WIDE)


def test_the_second_input_of_what_works_in_place_is_cast_to_the_first():
    find = _promotion._find_buf_dtype_in_place_op
    i1, i4, f4, f8 = dtypes("i1 i4 f4 f8")
    assert find(f4, f4, floating, WIDE) == (None, f4)
    assert find(f4, f8, floating, WIDE) == (f4, f4)
    assert find(f4, i4, floating, WIDE) == (f4, f4)
    assert find(i4, f4, lambda a, b: a if a == b else None, WIDE) == (None, None)
    assert find(i1, i1, floating, WIDE) == (None, None)


def test_weak_types_of_python_scalars_alone():
    kinds = [weak_type_of(x).kind for x in (True, 1, 1.0, 1j)]
    assert kinds == [0, 1, 2, 3]
    assert weak_type_of(1.5).get() == 1.5
    for strong in (np.float64(1), np.complex128(1), np.bool_(True), "1", None):
        assert weak_type_of(strong) is None


NEXT_TO = [
    # a dtype, and what True, 1, 1.0 and 1j become next to it where all dtypes are there, and where only the narrow ones
    ("b1", "b1 i8 f8 c16", "b1 i8 f4 c8"),
    ("u2", "u2 u2 f8 c16", "u2 u2 f4 c8"),
    ("i4", "i4 i4 f8 c16", "i4 i4 f4 c8"),
    ("f2", "f2 f2 f2 c8", "f2 f2 f2 c8"),
    ("f4", "f4 f4 f4 c8", "f4 f4 f4 c8"),
    ("f8", "f8 f8 f8 c16", "f8 f8 f8 c8"),
    ("c8", "c8 c8 c8 c8", "c8 c8 c8 c8"),
]


@pytest.mark.parametrize(("strong", "wide", "narrow"), NEXT_TO)
def test_weak_types_give_way(strong, wide, narrow):
    strong = np.dtype(strong)
    weak = [weak_type_of(x) for x in (True, 1, 1.0, 1j)]
    for device, text in ((WIDE, wide), (NARROW, narrow)):
        for one, wanted in zip(weak, dtypes(text), strict=True):
            assert _weak_types._resolve_weak_types(strong, one, device) == (strong, wanted)
            assert _weak_types._resolve_weak_types(one, strong, device) == (wanted, strong)


def test_bfloat16_is_a_floating_dtype():
    bfloat16 = np.dtype(pytest.importorskip("ml_dtypes").bfloat16)
    resolve = _weak_types._resolve_weak_types
    assert resolve(bfloat16, weak_type_of(1), WIDE) == (bfloat16, bfloat16)
    assert resolve(bfloat16, weak_type_of(1.5), WIDE) == (bfloat16, bfloat16)
    assert dpt.result_type(bfloat16, np.float64(1)) == "f8"
    assert dpt.result_type(bfloat16, np.complex128(1), 1) == "c16"
    with pytest.raises(ValueError, match="kind V"):
        resolve(np.dtype("V2"), weak_type_of(1), WIDE)


def test_arrays_keep_to_what_their_device_has():
    code = """
        import dpctl.tensor as dpt
        x = dpt.empty(3, dtype="f4", device="null")
        print(dpt.can_cast(x, "f8"), dpt.can_cast(x, "c8"), dpt.can_cast(x.dtype, "f8"))
        print(dpt.result_type(x, "f8"), dpt.result_type(x, "c16"), dpt.result_type(x, "i8"))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "WEFT_NULL": "1", "WEFT_NULL_FP64": "0"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.splitlines() == ["False True True", "float32 complex64 float32"]


def test_two_weak_types_beside_dtypes():
    resolve = _weak_types._resolve_one_strong_two_weak_types
    i4, f4 = dtypes("i4 f4")
    whole, real = weak_type_of(1), weak_type_of(1.0)
    assert resolve(i4, whole, real, WIDE) == (i4, np.dtype("f8"))
    assert resolve(i4, real, f4, WIDE) == (f4, f4)
    assert resolve(f4, whole, i4, WIDE) == (f4, i4)
    for call in (
        lambda: resolve(whole, i4, i4, WIDE),
        lambda: _weak_types._resolve_weak_types(whole, real, WIDE),
    ):
        with pytest.raises(ValueError, match="must not be weak"):
            call()


@pytest.mark.parametrize("name", ["i1", "u1", "i4", "u4", "i8"])
def test_integers_that_comparisons_cannot_hold_keep_a_dtype_that_can(name):
    resolve, dtype = _weak_types._resolve_weak_types_all_py_ints, np.dtype(name)
    limits = np.iinfo(dtype)
    for number, wanted in (
        (limits.min, dtype),
        (limits.max, dtype),
        (limits.min - 1, np.min_scalar_type(limits.min - 1)),
        (limits.max + 1, np.min_scalar_type(limits.max + 1)),
    ):
        assert resolve(dtype, weak_type_of(number), WIDE) == (dtype, wanted)
        assert resolve(weak_type_of(number), dtype, WIDE) == (wanted, dtype)
    assert resolve(np.dtype("f4"), weak_type_of(1 << 70), WIDE) == (np.dtype("f4"), np.dtype("f4"))
