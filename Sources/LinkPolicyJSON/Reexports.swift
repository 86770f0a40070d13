// Reexported so that clients can name the errors that this module throws.
@_exported public import LinkPolicyDiagnostics
