internal import LinkPolicyDiagnostics
internal import LinkPolicyPresets
internal import LinkPolicyProof

extension Assumptions {
  /// What identity providers do, as the package has it; it may name providers that a policy lacks.
  ///
  /// Throws an ``InvalidInput`` only if the package is broken.
  static func shipped() throws(InvalidInput) -> Assumptions {
    try Assumptions(Presets.assumptions, name: "default.yaml", isStrict: false)
  }
}
