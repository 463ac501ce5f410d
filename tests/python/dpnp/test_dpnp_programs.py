"""Random programs give what NumPy gives, on the default device, since they make arrays themselves.

`python dpnp_programs.py FIRST COUNT` carries out more of them by hand.
"""

import warnings

import pytest
from dpnp_programs import Program


def _run(first, count):
    warnings.simplefilter("ignore")
    for seed in range(first, first + count):
        program = Program(seed)
        try:
            program.run()
        except Exception as error:
            raise AssertionError(f"program {seed}:\n" + "\n".join(program.text)) from error


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_a_program_gives_what_numpy_gives(first):
    _run(first, 20)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 5000, 500))
def test_many_programs_give_what_numpy_gives(first):
    _run(first, 500)
