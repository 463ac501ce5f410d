"""match statements, written anew as if and elif."""

import ast
import copy

from .errors import UnsupportedError


def without_matches(tree, source):
    """The tree of a function with an if in place of each match."""
    has_one = any(isinstance(node, ast.Match) for node in ast.walk(tree))
    return Matches(source).visit(tree) if has_one else tree


class Matches(ast.NodeTransformer):
    def __init__(self, source):
        self.source = source

    def visit_Match(self, node):
        self.generic_visit(node)
        patterns = [part for case in node.cases for part in ast.walk(case.pattern)]
        given = {part.name for part in patterns if isinstance(part, ast.MatchAs)}
        made = []
        subject = _held(node.subject, given, made)
        try:
            made += self.chosen(node.cases, subject)
        except UnsupportedError as error:  # what runs on the host may have it
            node.error = error
            return node
        for statement in made:
            ast.fix_missing_locations(ast.copy_location(statement, node))
        return made

    def chosen(self, cases, subject) -> list:
        """What a match of these cases does."""
        if not cases:
            return []
        first, *others = cases
        names = []
        tests = self.tests(first.pattern, subject, names)
        body = [_assignment(*pair) for pair in names] + first.body
        if first.guard is not None:
            tests += [_named(*pair) for pair in names] + [first.guard]
        if not tests:
            return body
        test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
        found = ast.If(test, body, self.chosen(others, subject))
        return [ast.copy_location(found, first.pattern)]

    def tests(self, pattern, subject, names) -> list:
        """The conditions that have to hold; `names` gets those that the pattern gives, with what they stand for."""
        if isinstance(pattern, ast.MatchValue):
            return [_compared(pattern, subject, ast.Eq(), pattern.value)]
        if isinstance(pattern, ast.MatchSingleton):
            if pattern.value is not None:
                words = "True and False as patterns are Python's own alone, which comparisons of elements do not give; write if"
                raise self.source.error(words, pattern)
            return [_compared(pattern, subject, ast.Is(), ast.Constant(None))]
        if isinstance(pattern, ast.MatchAs):
            tests = [] if pattern.pattern is None else self.tests(pattern.pattern, subject, names)
            if pattern.name is not None:
                names.append((pattern.name, subject))
            return tests
        if isinstance(pattern, ast.MatchOr):
            return self.alternatives(pattern, subject)
        if isinstance(pattern, ast.MatchSequence):
            return self.items(pattern, subject, names)
        raise self.refused(pattern)

    def alternatives(self, pattern, subject) -> list:
        names = []
        ways = [self.tests(part, subject, names) for part in pattern.patterns]
        if names:
            raise self.refused(pattern)
        if not all(ways):
            return []
        each = [way[0] if len(way) == 1 else ast.BoolOp(ast.And(), way) for way in ways]
        return [ast.copy_location(ast.BoolOp(ast.Or(), each), pattern)]

    def items(self, pattern, subject, names) -> list:
        if not isinstance(subject, ast.Tuple) or len(subject.elts) != len(pattern.patterns):
            raise self.refused(pattern)
        pairs = zip(pattern.patterns, subject.elts, strict=True)
        return [test for pair in pairs for test in self.tests(*pair, names)]

    def refused(self, pattern):
        words = (
            "patterns in kernels are values, names, _, alternatives by | that give no names, and sequences as long as the tuple "
            "that stands behind match; write if and elif"
        )
        return self.source.error(words, pattern)


def _held(subject, given, made):
    """The subject as what may be read in each case: a name that no pattern gives, a number, or a tuple of these."""
    if isinstance(subject, ast.Tuple):
        return ast.Tuple([_held(item, given, made) for item in subject.elts], ast.Load())
    if isinstance(subject, ast.Constant) or (
        isinstance(subject, ast.Name) and subject.id not in given
    ):
        return subject
    name = f"match.{subject.lineno}.{subject.col_offset}"
    made.append(ast.Assign([ast.Name(name, ast.Store())], subject))
    return ast.Name(name, ast.Load())


def _compared(pattern, subject, op, value):
    return ast.copy_location(ast.Compare(copy.deepcopy(subject), [op], [value]), pattern)


def _assignment(name, value):
    return ast.Assign([ast.Name(name, ast.Store())], copy.deepcopy(value))


def _named(name, value):
    """Gives the guard a name; true whatever it stands for."""
    given = ast.NamedExpr(ast.Name(name, ast.Store()), copy.deepcopy(value))
    same = ast.Compare(given, [ast.Eq()], [copy.deepcopy(value)])
    return ast.BoolOp(ast.Or(), [same, ast.Compare(ast.Constant(0), [ast.Eq()], [ast.Constant(0)])])
