public import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON
internal import LinkPolicyYAML

/// What a text came to that must be refused.
public enum TextReading: Sendable, Equatable {
  /// It was taken.
  case accepted
  /// It was refused; line and column are nil where the error stands outside of the text.
  case rejected(code: Name, line: Int?, column: Int?, message: String)

  /// Reads a text as a policy that may extend what the finder knows.
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
  /// A request that is well formed and still cannot be decided is refused at its beginning, with
  /// the reason in the place of a code.
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

  /// The first error, with its place where that is in the file of this name.
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

  /// The reading in words: `accepted`, or code, place and message.
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
  /// Compares what was expected with what the text came to.
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
