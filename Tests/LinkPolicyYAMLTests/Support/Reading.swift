import LinkPolicy
import LinkPolicyDiagnostics

@testable import LinkPolicyYAML

/// What a text reads as, in a form that tests can compare.
func read(_ bytes: [UInt8], limits: YAMLLimits = .standard, keepsTrivia: Bool = false) -> (
  YAMLReading, [Diagnostic]
) {
  var diagnostics: [Diagnostic] = []
  let reading = YAMLReader.read(
    bytes, file: 0, limits: limits, keepsTrivia: keepsTrivia, into: &diagnostics)
  return (reading, diagnostics)
}

func read(_ text: String, limits: YAMLLimits = .standard, keepsTrivia: Bool = false) -> (
  YAMLReading, [Diagnostic]
) {
  read(Array(text.utf8), limits: limits, keepsTrivia: keepsTrivia)
}

extension Diagnostic {
  /// `code line:column`.
  var place: String {
    guard let position else { return code.name.text }
    return "\(code.name) \(position.line):\(position.column)"
  }
}

extension YAMLNode {
  /// The tree as text in which everything but positions shows; `~` marks quotes.
  var outline: String {
    switch content {
    case .scalar(let scalar):
      return scalar.outline
    case .map(let map):
      let entries = map.entries.map {
        YAMLScalar($0.key.value, $0.keyStyle).outline + ": " + $0.value.outline
      }
      let open = map.style == .flow ? "{" : map.style == .pair ? "<" : "m{"
      return open + entries.joined(separator: ", ") + "}"
    case .list(let list):
      let items = list.items.map(\.outline)
      return (list.style == .flow ? "[" : "l[") + items.joined(separator: ", ") + "]"
    }
  }

  /// The place of the node and of all below it, as `line:column-line:column`.
  var places: [String] {
    let own = "\(position.line):\(position.column)-\(end.line):\(end.column)"
    switch content {
    case .scalar: return [own]
    case .map(let map): return [own] + map.entries.flatMap(\.value.places)
    case .list(let list): return [own] + list.items.flatMap(\.places)
    }
  }
}

extension YAMLScalar {
  var outline: String {
    // Plain text with an empty line in it can be written in one line only with quotes.
    style == .quoted || value.bytes.contains(0x0A) ? "~\(value)~" : value.text
  }
}
