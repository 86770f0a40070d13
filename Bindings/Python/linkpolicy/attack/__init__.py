"""Plays known attacks on account linking against your own running service.

Run `python -m linkpolicy.attack --help`. Docs/AttackSuite.md describes the configuration and the report.
"""
