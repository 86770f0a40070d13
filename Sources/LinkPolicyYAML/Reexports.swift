// Reading YAML makes documents and throws diagnostics: who imports this module can name both.
@_exported public import LinkPolicyAuthoring
@_exported public import LinkPolicyDiagnostics
