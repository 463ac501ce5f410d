"""Decorators, launches, types and exceptions; programs import exceptions and types from here."""
