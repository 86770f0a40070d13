"""Plays known attacks on account linking against a running service of your own.

Run `python -m linkpolicy.attack --help`. Docs/AttackSuite.md describes the configuration and the report.
"""
