// The errors of this module are declared there; an import of this module makes them available.
@_exported public import LinkPolicyDiagnostics
