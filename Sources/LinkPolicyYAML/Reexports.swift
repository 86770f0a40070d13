// Reexported so that clients can name the types that the API of this module uses.
@_exported public import LinkPolicyAuthoring
@_exported public import LinkPolicyDiagnostics
