import LinkPolicy
import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyYAML

/// Checks what formatting promises for one text, which has to be valid.
func checkFormatting(_ bytes: [UInt8]) {
  let source = String(decoding: bytes, as: UTF8.self)
  do {
    let output = try PolicyFormatter.format(bytes, name: "test")
    let text = String(decoding: output, as: UTF8.self)
    let (before, _) = read(bytes, keepsTrivia: true)
    let (after, diagnostics) = read(output, keepsTrivia: true)
    let again = diagnostics.isEmpty ? try PolicyFormatter.format(output, name: "test") : []
    var complaints: [String] = []
    if !diagnostics.isEmpty { complaints.append("unreadable: \(diagnostics.map(\.place))") }
    if before.root?.outline != after.root?.outline { complaints.append("another tree") }
    if again != output {
      complaints.append("not idempotent:\n\(String(decoding: again, as: UTF8.self))")
    }
    if texts(before) != texts(after) { complaints.append("other comments") }
    if output.last != 0x0A || output.suffix(2) == [0x0A, 0x0A] { complaints.append("bad end") }
    if text.contains("\n\n\n") || text.contains(" \n") { complaints.append("bad white space") }
    if !complaints.isEmpty {
      Issue.record("\(complaints.joined(separator: ", "))\n--- from\n\(source)\n--- to\n\(text)")
    }
  } catch {
    Issue.record("\(error.diagnostics.map(\.place)) in \(source)")
  }
}

private func texts(_ reading: YAMLReading) -> [String] {
  (reading.trivia?.comments ?? []).map { String(decoding: $0.text, as: UTF8.self) }
}
