"""Reads .pxd files as lists of declarations, each on a line of its own and without the names of parameters."""

import re

_TYPES = {"int", "list", "object", "bytes", "str", "size_t", "Py_ssize_t", "bool", "self"}
_CLASS = re.compile(r"cdef (?:public )?(?:api )?class (\w+) ?(?:\((\w+)\))?.*:")
_ENTRY = re.compile(r"^(cdef|cpdef|ctypedef|@|pass\b|def )")


def declarations(text):
    """The classes, functions, attributes and constants that a .pxd file declares."""
    text = re.sub(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|#.*|\\\n', " ", text)
    text = re.sub(r"(?<=[(\[,])\s*\n\s*|\n\s*(?=[)\]])", " ", text)
    owner, found, enum, extern = None, [], False, False
    for line in filter(str.strip, text.splitlines()):
        body = " ".join(line.split())
        if not line.startswith(" "):
            owner, enum, extern = None, False, body.startswith("cdef extern")
        if match := _CLASS.match(body):
            owner = match[1]
            found.append(f"class {match[1]}({match[2] or ''})")
        elif body.startswith("cdef enum"):
            enum = True
        elif enum and (match := re.match(r"(\w+)", body)):
            found.append(f"int {match[1]}")
        elif _ENTRY.match(body) and not body.startswith(("@", "cdef extern", "pass", "def ")):
            found += [(f"{owner}: " if owner else "") + entry for entry in _entry(body)]
        elif match := re.match(r'int (\w+) "[^"]*"$', body):
            found.append(f"int {match[1]}")
        elif extern and body.endswith(")"):
            found += _entry(body)
    return found


def _entry(body):
    body = re.sub(r"^(cdef|cpdef|ctypedef) (public )?(api )?", "", body)
    body = re.sub(r'\s*"[^"]*"', "", body).replace("cpp_bool", "bool").replace("unicode", "str")
    body = re.sub(r"\bdpctl(_backend)?\.", "", body)
    body = re.sub(r"\s*(except\s*[-*+?].*|noexcept|nogil)$", "", body)
    body = re.sub(r"\s*\*\s*", " *", body)
    match = re.match(r"(.*?)(\w+) ?\((.*)\)$", body)
    if match:
        parameters = [_parameter(p.strip()) for p in match[3].split(",") if p.strip()]
        return [f"{match[1].strip() or 'object'} {match[2]}({', '.join(parameters)})"]
    return [body.rstrip(":")]


def _parameter(text):
    default = "=*" if re.search(r"= ?\*$", text) else ""
    words = re.sub(r"\s*=\s*\*$", "", text).split()
    if words[-1] == "self":
        return "self"
    last = words[-1].lstrip("*")
    stars = "*" * (len(words[-1]) - len(last))
    if len(words) > 1 and last:
        words[-1] = stars
    elif len(words) == 1 and not stars and not (last in _TYPES or last.lstrip("_")[0].isupper()):
        words = ["object"]
    return " ".join(word for word in words if word) + default
