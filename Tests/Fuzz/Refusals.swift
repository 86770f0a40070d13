import LinkPolicy
import LinkPolicyDiagnostics

/// A refusal has an error, a place inside of its file where it has one, and can be shown.
func checkRefusal(_ error: InvalidInput) {
  require(error.diagnostics.contains { $0.level == .error }, "a refusal without an error")
  for finding in error.diagnostics {
    require(!finding.message.isEmpty, "a finding without a message")
    require(!finding.rendered(in: error.sources).isEmpty, "a finding that shows nothing")
    guard let position = finding.position else { continue }
    require(error.sources.files.indices.contains(position.file), "a place in no file")
    let bytes = error.sources.files[position.file].bytes
    let lines = bytes.count { $0 == 0x0A } + 1
    require((1...lines).contains(position.line), "line \(position.line) of \(lines)")
    require((1...(bytes.count + 1)).contains(position.column), "column \(position.column)")
  }
}
