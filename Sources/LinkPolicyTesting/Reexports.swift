// Public functions throw `InvalidInput` of that module, so clients must be able to name it.
@_exported public import LinkPolicyDiagnostics
