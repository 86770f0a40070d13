public import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyYAML

/// The result of reading a policy or a request that a vector expects to be rejected.
public enum TextReading: Sendable, Equatable {
  /// The reader found nothing to reject, although the vector expects a rejection.
  case accepted
  /// The text was rejected; line and column are nil if the error is outside the text.
  case rejected(code: Name, line: Int?, column: Int?, message: String)

  /// Reads a text as a policy, with the base policies that the finder returns.
  init(policy bytes: [UInt8], finder: PolicyFinder) {
    let name = "policy.yaml"
    do throws(InvalidInput) {
      _ = try Policy(yaml: bytes, name: name, finder: finder)
      self = .accepted
    } catch {
      self = Self.first(of: error, in: name)
    }
  }

  /// Reads a text as a request, and decides it.
  ///
  /// A well-formed request that cannot be decided counts as rejected at line 1 and column 1, with the reason as its
  /// code.
  init(request bytes: [UInt8], by policy: Policy) {
    let name = "request"
    let request: DecisionRequest
    do throws(InvalidInput) {
      request = try DecisionRequest(json: bytes, name: name)
    } catch {
      self = Self.first(of: error, in: name)
      return
    }
    do throws(InputError) {
      _ = try request.decide(by: policy)
      self = .accepted
    } catch {
      self = .rejected(code: error.reason.word, line: 1, column: 1, message: error.message)
    }
  }

  /// Returns the first error, with its position if the error is in the file with the given name.
  private static func first(of input: InvalidInput, in name: String) -> TextReading {
    let error = input.diagnostics.first { $0.level == .error }
    let place = error?.position.flatMap { position in
      let files = input.sources.files
      let isHere =
        files.indices.contains(position.file) && files[position.file].name.hasSameBytes(as: name)
      return isHere ? position : nil
    }
    return .rejected(
      code: error?.code.name ?? "no-error", line: place?.line, column: place?.column,
      message: error?.message ?? "no error is given")
  }

  /// A description: `accepted`, or the code, position and message.
  package var text: String {
    switch self {
    case .accepted: return "accepted"
    case .rejected(let code, let line, let column, let message):
      var text = "refused with " + code.text
      if let line, let column {
        text += " at \(line):\(column)"
      }
      return text + ": " + message
    }
  }
}

extension RejectedText {
  /// Compares the result of reading a text with the expectation.
  func compare(_ reading: TextReading?, in kind: String) -> [Mismatch] {
    var list = MismatchList(step: nil, at: position)
    let place = "\(line):\(column)"
    switch reading {
    case nil:
      list.add(kind, expected: "refused with " + self.code.text + " at " + place, got: "not read")
    case .accepted:
      list.add(kind, expected: "refused with " + self.code.text + " at " + place, got: "accepted")
    case .rejected(let code, let line, let column, let message):
      if code != self.code {
        list.add("code", expected: self.code.text, got: code.text + ": " + message)
      }
      if line != self.line || column != self.column {
        let got = line.flatMap { line in column.map { "\(line):\($0)" } }
        list.add("place", expected: place, got: got ?? "outside of the text")
      }
    }
    return list.items
  }
}
