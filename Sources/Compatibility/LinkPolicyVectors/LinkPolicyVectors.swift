// A deprecated name of the module `LinkPolicyTesting`, kept for one version.
@_exported public import LinkPolicyTesting
