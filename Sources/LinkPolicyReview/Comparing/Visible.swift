internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyJSON
internal import LinkPolicyTesting

/// What of a played step somebody can see who does not know the policy: the answer, what listeners
/// hear, and the accounts after it.
///
/// That is what vectors compare across implementations; which row decided is not part of it.
package struct Visible: Sendable, Equatable {
  private var answer: [String]
  private var accounts: [[UInt8]]

  package init(_ played: StepSequence.Played) {
    answer = []
    accounts = played.accounts.accounts.map { Self.account($0) }
    if let error = played.inputError {
      answer = ["input error", String(error.reason.rawValue)]
    }
    guard let decision = played.decision else { return }
    add(decision)
    guard let applied = played.applied else {
      answer.append("conflict")
      return
    }
    answer.append(applied.account ?? "no account")
    answer.append(applied.isNewAccount ? "new" : "known")
    answer.append(applied.session == nil ? "no session" : "session")
    for event in applied.events {
      if case .methodRemoved(let account, let provider, let kind) = event {
        answer.append("removed " + account + " " + provider + " " + kind.name.text)
      } else if let notice = ExpectedNotice(event) {
        answer.append(notice.description)
      }
    }
  }

  /// The answer alone, for a step that changes nothing.
  package static func isSameAnswer(_ a: Visible, _ b: Visible) -> Bool { a.answer == b.answer }

  private mutating func add(_ decision: Decision) {
    answer += Self.outcome(decision.outcome) + ["shown"] + Self.outcome(decision.shown)
    answer.append("ask " + (decision.ask?.name.text ?? ""))
    let disclosed = decision.disclosed
    answer += decision.tell.map { "tell " + $0.name.text }
    answer.append("account " + (disclosed.account ?? "-"))
    answer +=
      (disclosed.methods ?? []).map { "method " + $0 } + ["providers"] + (disclosed.providers ?? [])
    answer += ["address methods"] + (disclosed.addressMethods ?? [])
    answer.append("credential " + (disclosed.credential?.subject ?? "-"))
    answer.append("registered " + (disclosed.isRegistered.map { $0 ? "yes" : "no" } ?? "-"))
    answer.append(decision.ticket == nil ? "no ticket" : "ticket")
  }

  private static func outcome(_ outcome: Decision.Outcome) -> [String] {
    switch outcome {
    case .allowed: return ["allowed"]
    case .refused(let refusal):
      return [refusal.code] + refusal.names.map { $0.platform + ": " + $0.name }
    }
  }

  /// An account as vectors can expect it.
  private static func account(_ account: Account) -> [UInt8] {
    var account = account
    account.version = 0
    account.epoch = 0
    for index in account.methods.indices {
      account.methods[index].since = 0
    }
    return account.json
  }
}

extension StepSequence {
  /// The first step after which something visible differs between two policies, counted from 0.
  package func firstDifference(_ a: CompiledPolicy, _ b: CompiledPolicy) -> Int? {
    let left = play(a)
    let right = play(b)
    for index in 0..<max(left.count, right.count) {
      guard index < left.count, index < right.count else { return nil }
      if Visible(left[index]) != Visible(right[index]) {
        return index
      }
    }
    return nil
  }

  /// The shortest beginning that shows a difference between two policies, without what it does not
  /// need; nil where nothing differs.
  package func showingDifference(_ a: CompiledPolicy, _ b: CompiledPolicy) -> StepSequence? {
    guard let first = firstDifference(a, b) else { return nil }
    return StepSequence(Array(steps[...first])).minimised { shorter in
      shorter.firstDifference(a, b) == shorter.steps.count - 1
    }
  }
}
