"""Assignments: to names, to elements and parts of arrays, and in place."""

import ast

import numpy as np

from .array_values import is_array, reads_in_place
from .errors import TypingError, UnsupportedError
from .known import known
from .values import Elements, List, Tuple, View, describe


class Assignments:
    """A mixin of Lowering."""

    def do_Assign(self, node):
        if isinstance(node.value, ast.Lambda) and isinstance(node.targets[0], ast.Name):
            self.define(node.targets[0].id, self.of_Lambda(node.value), node)
            return
        if self.is_new_list(node):
            self.make_list(node)
            return
        if self.chooses_arrays(node.value):
            self.assign_by_if(node)
            return
        value = self.assigned_value(node)
        if len(node.targets) > 1 and isinstance(value, Elements):
            value = self.computed_once(value, node)
        for target in node.targets:
            self.assign_to(target, value, node.value)

    def assigned_value(self, node):
        """A list that nobody changes is a tuple."""
        names = {getattr(target, "id", None) for target in node.targets}
        if isinstance(node.value, ast.List) and not names & self.frame.source.changed - {None}:
            return self.not_kept(node.value)
        return self.expression(node.value)

    def do_AnnAssign(self, node):
        if node.value is not None:
            self.assign_to(node.target, self.expression(node.value))

    def do_AugAssign(self, node):
        if self.chooses_arrays(node.value):
            self.assign_by_if(node)
            return
        target = node.target
        if isinstance(target, ast.Name):
            old = self.read(target.id, target)
            if isinstance(old, List) and isinstance(node.op, ast.Add):
                self.extend_list(old, self.not_kept(node.value), node)
                return
            self.refuse_lists([old], node)
            if is_array(old):
                if isinstance(old, View):
                    self.refuse_copies(old, node)
                self.update_part(type(node.op), old, self.expression(node.value), node)
                return
            self.assign(
                target.id, self.binary(type(node.op), old, self.expression(node.value), node), node
            )
        elif isinstance(target, ast.Subscript):
            owner, indices = self.array_of(target), self.indices_of(target.slice)
            if self.is_mask(indices):
                number = self.expression(node.value)
                self.update_chosen(type(node.op), target, owner, indices[0][0], number)
                return
            place = self.selected(owner, indices, target)
            value = self.expression(node.value)
            if place.shape:
                reads = reads_in_place(target, node.value)
                self.update_part(type(node.op), place, value, node, reads)
                return
            if getattr(node, "is_shared", False) and self.update_together(place, value, node):
                return
            self.store(place, self.binary(type(node.op), self.load(place), value, node), node)
        else:
            raise self.fail(
                UnsupportedError,
                "attributes cannot be assigned in kernels; store into an array",
                node,
            )

    def assign_to(self, target, value, source=None):
        """`source`: the expression that gave the value."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value, target)
        elif isinstance(target, ast.Subscript):
            owner, indices = self.array_of(target), self.indices_of(target.slice)
            if self.is_mask(indices):
                self.store_chosen(target, owner, indices[0][0], value)
                return
            place = self.selected(owner, indices, target)
            if place.shape:
                if isinstance(value, Tuple):
                    value = known(np.array)(self, [value], {}, target)
                reads = None if source is None else reads_in_place(target, source)
                self.store_part(place, value, target, reads)
            else:
                self.store(place, value, target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target, value)
        elif isinstance(target, ast.Starred):
            raise self.fail(
                UnsupportedError, "starred targets are not supported in kernels", target
            )
        else:
            raise self.fail(
                UnsupportedError,
                "attributes cannot be assigned in kernels; store into an array",
                target,
            )

    def array_of(self, target) -> View:
        owner = self.expression(target.value)
        if not isinstance(owner, View):
            hint = "; a PrivateArray has items that change" * isinstance(owner, Tuple)
            words = f"items of {describe(owner)} cannot be assigned{hint}"
            raise self.fail(TypingError, words, target)
        self.refuse_copies(owner, target)
        return owner


__all__ = ["Assignments"]
