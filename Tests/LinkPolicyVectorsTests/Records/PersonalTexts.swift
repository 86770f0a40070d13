import Foundation
import LinkPolicy

@testable import LinkPolicyTesting

/// The texts of a case that are about people: every address, subject and name that it has or comes to.
struct PersonalTexts {
  private(set) var all: Set<String> = []

  init(_ played: PlayedCase) {
    guard let sequence = played.vector.sequence else { return }
    for account in sequence.given.accounts { add(account) }
    for orphan in sequence.given.orphans { add(orphan.subject) }
    for code in sequence.given.codes { add(code.address) }
    for step in sequence.steps {
      guard case .attempt(let step) = step.content else { continue }
      add(step.attempt.address)
      add(step.attempt.profile)
      guard let assertion = step.attempt.assertion else { continue }
      add(assertion.subject)
      add(assertion.profile)
      for record in assertion.addresses { add(record.email) }
    }
    for account in played.steps.flatMap({ $0.accounts }) { add(account) }
  }

  private mutating func add(_ text: String?) {
    guard let text, !text.isEmpty else { return }
    all.insert(text)
  }

  private mutating func add(_ profile: Profile) {
    add(profile.name)
    add(profile.photo)
  }

  private mutating func add(_ account: Account) {
    add(account.email)
    add(account.profile)
    for method in account.methods {
      add(method.subject)
      add(method.address)
      add(method.provedAddress)
    }
  }

  /// Those of the texts that stand in a line of JSON: as a whole string anywhere, and where they are long enough to
  /// be told from chance, as a part of anything.
  func found(in line: [UInt8]) -> [String] {
    all.filter { text in
      Self.stands("\"" + text + "\"", in: line)
        || (text.utf8.count >= 4 && !text.allSatisfy { $0.isHexDigit }
          && Self.stands(text, in: line))
    }.sorted()
  }

  private static func stands(_ text: String, in line: [UInt8]) -> Bool {
    Data(line).range(of: Data(text.utf8)) != nil
  }
}
