internal import Glibc
internal import LinkPolicy
internal import LinkPolicyStore
internal import LinkPolicyYAML

/// Answers `linkpolicy test --runner` with what comes of vectors on a store.
public struct StoreRunner {
  private let name: String
  private var policies: [String: Policy] = [:]

  /// Creates a runner.
  ///
  /// - Parameter name: what the report calls the store.
  public init(_ name: String) {
    self.name = name
  }

  /// Answers lines of standard input until there are none, or it is told to end.
  ///
  /// - Parameter store: all of its rows are removed, vector by vector.
  public mutating func run(on store: inout some CheckedStore & ~Copyable) {
    while let line = readLine() {
      guard let message = JSONParser.parse(Array(line.utf8)), let answer = answer(message, &store)
      else { return }
      Self.write(answer.line + "\n")
    }
  }

  /// The answer to a line; nil for one that ends the run.
  private mutating func answer(
    _ message: JSON, _ store: inout some CheckedStore & ~Copyable
  ) -> JSON? {
    switch message["cmd"].text {
    case "hello":
      return .object([
        ("protocol", .number("1")), ("implementation", .string(name)), ("version", .string("1")),
        ("language", .string("swift")), ("keys", .array(StepAnswer.keys.map { .string($0) })),
      ])
    case "policy":
      do {
        policies[message["name"].text ?? ""] = try Policy(
          yaml: Array((message["text"].text ?? "").utf8))
        return .object([("ok", .bool(true))])
      } catch {
        let text = error.diagnostics.first?.message ?? "it cannot be read"
        return .object([("errored", .object([("message", .string(text))]))])
      }
    case "run":
      let policy = message["policy"].text.flatMap { policies[$0] }
      var results: [JSON] = []
      for vector in message["vectors"].elements {
        results.append(result(vector, policy, &store))
      }
      return .object([("seq", message["seq"]), ("results", .array(results))])
    default: return nil
    }
  }

  private func result(
    _ vector: JSON, _ policy: Policy?, _ store: inout some CheckedStore & ~Copyable
  ) -> JSON {
    guard let policy, !vector["steps"].isNull else {
      return .object([
        ("id", vector["id"]),
        ("skipped", .object([("reason", .string("a text, not a sequence"))])),
      ])
    }
    do throws(StoreError) {
      var play = VectorPlay(vector, under: policy)
      return try play.result(on: &store)
    } catch {
      return .object([
        ("id", vector["id"]), ("errored", .object([("message", .string(error.description))])),
      ])
    }
  }

  /// Writes all of a text to standard output, past any buffer.
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes[start...].withUnsafeBytes { buffer in
        unsafe Glibc.write(1, buffer.baseAddress, buffer.count)
      }
      guard written > 0 else { exit(1) }
      start += written
    }
  }
}
