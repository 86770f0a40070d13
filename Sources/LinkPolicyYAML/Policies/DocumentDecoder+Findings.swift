internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

extension DocumentDecoder {
  /// An entry of `findings:`; nil where its shape is wrong.
  mutating func finding(_ node: YAMLNode) -> FindingDeclaration? {
    guard var map = MapReader(node, as: "what to make of a finding", &findings) else { return nil }
    let code = map.required("code", &findings).flatMap { findings.name($0) }
    let subject = map.name("at", &findings)
    let levels: [(Name, FindingLevel)] = [
      ("off", .off), ("note", .reported(.note)), ("warning", .reported(.warning)),
      ("error", .reported(.error)),
    ]
    let level = map.required("level", &findings).flatMap { findings.name($0) }
      .flatMap { findings.choice($0, of: levels) }
    let reason = map.required("reason", &findings).flatMap { findings.name($0) }
    if let reason, reason.value.bytes.isEmpty {
      findings.add(
        .wrongType, "the reason is empty", at: reason.position,
        help: "say why this finding is not what it is elsewhere")
    }
    map.finish(&findings)
    guard let code, let level, let reason else { return nil }
    return FindingDeclaration(code, subject: subject, level: level.level, reason: reason.value)
  }
}

/// A level as written.
private enum FindingLevel {
  case off
  case reported(Diagnostic.Level)

  var level: Diagnostic.Level? {
    switch self {
    case .off: nil
    case .reported(let level): level
    }
  }
}
