"""A second, plain model of what `prove` explores: every reachable state of an owner, an attacker and their accounts."""
