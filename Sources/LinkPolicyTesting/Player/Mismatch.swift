public import LinkPolicy

/// A difference between the result of a case and an expectation.
public struct Mismatch: Sendable {
  /// The number of the step; nil for a difference in the final accounts.
  public var step: Int?
  /// The key of the expectation, such as `outcome` or `accounts[0].methods`.
  public var key: String
  /// The expected value, in the notation of vectors.
  public var expected: String
  /// The actual value of the key, in the notation of vectors.
  public var got: String
  /// The position of the step or account in the case's file.
  public var position: SourcePosition
}

/// The mismatches of one step or one account.
struct MismatchList {
  let step: Int?
  let position: SourcePosition
  /// The prefix of every key, such as `accounts[0].`.
  var prefix = ""
  /// Whether to build prefixes; a caller that does not show the mismatches needs none.
  let namesKeys: Bool
  private(set) var items: [Mismatch] = []

  init(step: Int?, at position: SourcePosition, namesKeys: Bool = false) {
    self.step = step
    self.position = position
    self.namesKeys = namesKeys
  }

  mutating func add(_ key: String, expected: String, got: String) {
    items.append(
      Mismatch(
        step: step, key: prefix + key, expected: expected, got: got, position: position))
  }

  /// Compares a text with the expected text; without an expected text, `got` is not evaluated.
  mutating func compare(_ key: String, expected: String?, got: @autoclosure () -> String?) {
    guard let expected else { return }
    let got = got()
    guard !(got?.hasSameBytes(as: expected) ?? false) else { return }
    add(key, expected: expected, got: got ?? "none")
  }

  /// Compares a text with the expected text, or checks that the text is absent if `null` is expected.
  mutating func compare(_ key: String, expected: ExpectedText?, got: String?) {
    guard let expected, !expected.matches(got) else { return }
    add(key, expected: expected.description, got: got ?? "none")
  }

  /// Compares a text in an answer with the expected text, and adds a mismatch if the answer omits the key.
  mutating func compare(
    _ key: String, expected: ExpectedText?, got: @autoclosure () -> ExpectedText?
  ) {
    guard let expected else { return }
    switch got() {
    case .present(let text): compare(key, expected: expected, got: text)
    case .absent: compare(key, expected: expected, got: nil as String?)
    case nil: add(key, expected: expected.description, got: Self.unanswered)
    }
  }

  /// Compares two booleans, if a boolean is expected.
  mutating func compare(_ key: String, expected: Bool?, got: @autoclosure () -> Bool?) {
    guard let expected else { return }
    let got = got()
    guard expected != got else { return }
    let word = got.map { $0 ? "true" : "false" }
    add(key, expected: expected ? "true" : "false", got: word ?? Self.unanswered)
  }

  /// Compares two lists of texts, if a list is expected.
  mutating func compare(
    _ key: String, expected: [String]?, got: @autoclosure () -> [String]?
  ) {
    guard let expected else { return }
    let got = got()
    let isSame =
      expected.count == got?.count
      && zip(expected, got ?? []).allSatisfy { $0.0.hasSameBytes(as: $0.1) }
    if !isSame {
      add(key, expected: Self.list(expected), got: got.map { Self.list($0) } ?? Self.unanswered)
    }
  }

  /// The text that replaces the actual value if the answer omits the key: `no answer`.
  static var unanswered: String { "no answer" }

  static func list(_ words: [String]) -> String {
    "[" + words.joined(separator: ", ") + "]"
  }
}
