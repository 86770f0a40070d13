"""An account service: Flask, linkpolicy.store, and a local identity provider for trials."""
