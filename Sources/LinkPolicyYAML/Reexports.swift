// The API of this module uses the types of these modules, so its clients can name them without further imports.
@_exported public import LinkPolicyAuthoring
@_exported public import LinkPolicyDiagnostics
