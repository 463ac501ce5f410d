"""How indices beyond an axis are taken."""

_MODES = {"wrap": 0, "clip": 1}


def _get_indexing_mode(name: str) -> int:
    if name not in _MODES:
        raise ValueError(f"mode must be 'wrap' or 'clip', not {name!r}")
    return _MODES[name]
