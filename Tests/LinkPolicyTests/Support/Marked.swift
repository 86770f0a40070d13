import LinkPolicyYAML

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

/// A policy text in which `§` marks the places of the findings that are expected, in order.
struct Marked {
  let bytes: [UInt8]
  /// `line:column` of each mark.
  let places: [String]

  init(_ text: String) {
    var places: [String] = []
    var lines: [String] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      var kept = ""
      for character in line {
        if character == "§" {
          places.append("\(number + 1):\(kept.unicodeScalars.count + 1)")
        } else {
          kept.append(character)
        }
      }
      lines.append(kept)
    }
    bytes = Array(lines.joined(separator: "\n").utf8)
    self.places = places
  }

  /// What compiling the text finds, warnings included.
  func findings(_ finder: PolicyFinder = .none) -> [Diagnostic] {
    do throws(InvalidInput) {
      return try CompiledPolicy(yaml: bytes, name: "test.yaml", finder: finder).warnings
    } catch {
      return error.diagnostics
    }
  }
}

extension Diagnostic {
  /// `code line:column`.
  var codeAndPlace: String {
    guard let position else { return code.name.text }
    return "\(code.name) \(position.line):\(position.column)"
  }
}
