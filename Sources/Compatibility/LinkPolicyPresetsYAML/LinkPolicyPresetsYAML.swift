// The former name of `LinkPolicyYAML`, for one version.
@_exported public import LinkPolicyYAML
