internal import LinkPolicy
