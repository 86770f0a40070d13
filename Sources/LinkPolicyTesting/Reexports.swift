// Public functions throw types of that module: a client that imports this module can name them.
@_exported public import LinkPolicyDiagnostics
