"""The names and signatures of dpnp 0.19.1 (names.txt); absent.txt names what is not there, and only ever gets shorter."""

import inspect
from functools import reduce
from pathlib import Path

import dpnp
import pytest

_HERE = Path(__file__).parent
OF_0_20 = {"dpnp.modf"}  # has two outputs there
MORE_KEYWORDS = {"dpnp.fix", "dpnp.i0", "dpnp.sinc"}  # those of all elementwise functions


def _lines(name):
    text = (_HERE / name).read_text()
    return [line for line in text.splitlines() if line and not line.startswith("#")]


ABSENT = set(_lines("absent.txt"))
NAMES = [line.partition(" ")[::2] for line in _lines("names.txt")]


def _found(name):
    return reduce(getattr, name.split(".")[1:], dpnp)


@pytest.mark.parametrize("name", [name for name, _ in NAMES])
def test_a_name_is_there_unless_it_is_said_to_be_absent(name):
    try:
        _found(name)
    except AttributeError:
        assert name in ABSENT
    else:
        assert name not in ABSENT


@pytest.mark.parametrize(
    ("name", "signature"), [n for n in NAMES if n[1] and n[0] not in ABSENT | OF_0_20]
)
def test_a_signature_is_intels(name, signature):
    ours = inspect.signature(_found(name))
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in ours.parameters.values()]
    said = str(ours.replace(parameters=plain, return_annotation=inspect.Signature.empty))
    if name in MORE_KEYWORDS:
        assert said.startswith(signature.split(", order")[0])
    else:
        assert said == signature


def test_what_is_absent_says_so():
    for name in ABSENT:
        parent, _, last = name.rpartition(".")
        with pytest.raises(AttributeError, match=last):
            getattr(_found(parent) if parent != "dpnp" else dpnp, last)


def test_all_lists_what_is_there():
    for name in dpnp.__all__:
        assert hasattr(dpnp, name)
    assert dpnp.__version__ == "0.19.1"
    assert dpnp.__array_api_version__ == "2024.12"
    assert {"linalg", "fft", "random", "tensor"} <= set(dir(dpnp))
