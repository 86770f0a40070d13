"""Checks the certificates of `linkpolicy prove`: that a set of accounts is closed under every attempt, and breaks nothing."""
