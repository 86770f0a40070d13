// The former name of `LinkPolicyTesting`, for one version.
@_exported public import LinkPolicyTesting
