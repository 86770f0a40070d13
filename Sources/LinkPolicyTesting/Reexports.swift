// Public functions throw `InvalidInput` of the reexported module, so clients must be able to name this type.
@_exported public import LinkPolicyDiagnostics
