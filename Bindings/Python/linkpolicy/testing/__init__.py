"""Runs the conformance suites of LinkPolicy on a store or a service, in pytest."""
from .subject import Attempted, PolicyUnderTest, Rows, Subject

__all__ = ["Attempted", "PolicyUnderTest", "Rows", "Subject"]
