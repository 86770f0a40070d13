"""A second, plain model of what `prove` explores: an owner, an attacker and every state they can reach."""
