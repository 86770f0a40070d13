// What this module throws is declared there: who imports this module can name it.
@_exported public import LinkPolicyDiagnostics
