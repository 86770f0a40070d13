public import LinkPolicy

/// One thing that a played case did not do as it was expected to.
public struct Mismatch: Sendable {
  /// The number of the step; nil for the accounts at the end.
  public var step: Int?
  /// The key of the expectation, such as `outcome` or `accounts[0].methods`.
  public var key: String
  /// The value in the vector, as it is written there.
  public var expected: String
  /// What happened.
  public var got: String
  /// Where the step or account is written in the case's file.
  public var position: SourcePosition
}

/// The mismatches of one step or account.
struct MismatchList {
  let step: Int?
  let position: SourcePosition
  /// What every key is prefixed with.
  var prefix = ""
  /// Whether prefixes are made; whoever only asks whether there is a mismatch needs none.
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

  /// Compares texts, where one is expected; what was got is rendered only then.
  mutating func compare(_ key: String, _ expected: String?, _ got: @autoclosure () -> String?) {
    guard let expected else { return }
    let got = got()
    guard !(got?.hasSameBytes(as: expected) ?? false) else { return }
    add(key, expected: expected, got: got ?? "none")
  }

  /// Compares a text that may be expected to be absent.
  mutating func compare(_ key: String, _ expected: ExpectedText?, _ got: String?) {
    guard let expected, !expected.matches(got) else { return }
    add(key, expected: expected.description, got: got ?? "none")
  }

  /// Compares a text that may be expected to be absent with one that may not be answered at all.
  mutating func compare(
    _ key: String, _ expected: ExpectedText?, _ got: @autoclosure () -> ExpectedText?
  ) {
    guard let expected else { return }
    switch got() {
    case .present(let text): compare(key, expected, text)
    case .absent: compare(key, expected, nil as String?)
    case nil: add(key, expected: expected.description, got: Self.unanswered)
    }
  }

  /// Compares truth values, where one is expected.
  mutating func compare(_ key: String, _ expected: Bool?, _ got: @autoclosure () -> Bool?) {
    guard let expected else { return }
    let got = got()
    guard expected != got else { return }
    let word = got.map { $0 ? "true" : "false" }
    add(key, expected: expected ? "true" : "false", got: word ?? Self.unanswered)
  }

  /// Compares lists word by word, where one is expected.
  mutating func compare(
    _ key: String, _ expected: [String]?, _ got: @autoclosure () -> [String]?
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

  /// What stands for an answer that was not given.
  static var unanswered: String { "no answer" }

  static func list(_ words: [String]) -> String {
    "[" + words.joined(separator: ", ") + "]"
  }
}
