// A deprecated name of the module `LinkPolicyYAML`, kept for one version.
@_exported public import LinkPolicyYAML
