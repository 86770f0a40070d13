internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration
package import LinkPolicyJSON
internal import LinkPolicyTesting

/// A sequence from the empty store whose last step shows a difference between two policies.
///
/// The search has played the sequence under both policies, which confirms the difference.
package struct Witness: Sendable {
  /// A step in words, with the outcome under each policy.
  package struct WitnessStep: Sendable, Equatable {
    /// The words of the step, such as `sign-in google.com g1 a@gmail.com`.
    package var words: String
    /// The outcome: `allowed` or an error; empty for a wait.
    package var outcomes: Sides<String>
  }

  /// The sequence of attempts and waits that leads to the difference.
  package var sequence: StepSequence
  /// The steps in words, with the outcomes under both policies.
  package var steps: [WitnessStep]
  /// The accounts after the last step in words, if the difference shows only in the accounts.
  package var accounts: Sides<String>?
  /// Whether a person who does not know the policies can see the difference.
  package var isVisible: Bool
  /// Whether both policies give the same answers before the last step.
  package var isExact: Bool

  init(sequence: StepSequence, trial: WitnessTrial, under policies: Sides<CompiledPolicy>) {
    self.init(
      sequence: sequence, words: Self.words(of: sequence, under: policies), played: trial.played,
      isVisible: trial.isVisible, isExact: trial.isExact)
  }

  /// Creates a witness from the runs of a sequence under both policies.
  ///
  /// - Parameters:
  ///   - sequence: the attempts and waits, from the empty store.
  ///   - words: the steps in words, one text for each step.
  ///   - played: the runs under both policies.
  ///   - isVisible: whether a person who does not know the policies can see the difference.
  ///   - isExact: whether both policies give the same answers to the earlier steps.
  ///   - naming: a function that returns the provider's name for a method of an account on a side.
  init(
    sequence: StepSequence, words: [String], played: Sides<[StepSequence.Played]>,
    isVisible: Bool, isExact: Bool,
    naming: (Method, Side) -> String = { method, _ in method.provider }
  ) {
    self.sequence = sequence
    self.isVisible = isVisible
    self.isExact = isExact
    steps = words.enumerated().map { index, words in
      WitnessStep(words: words, outcomes: Sides { Self.outcome(played[$0][index]) })
    }
    let ends = Sides { side in
      Self.words(of: played[side].last?.accounts.accounts ?? []) { naming($0, side) }
    }
    if let last = steps.last, last.outcomes.old == last.outcomes.new, ends.old != ends.new {
      accounts = ends
    }
  }

  /// Returns the parts of accounts that an answer can change, in words.
  private static func words(of accounts: [Account], _ naming: (Method) -> String) -> String {
    let words = accounts.map { account in
      var words = account.id + " " + (account.email ?? "without address")
      words += account.isEmailVerified ? " verified" : ""
      words += account.state == .disabled ? " disabled" : ""
      let methods = account.methods.map { method in
        var words = [naming(method)]
        words += [method.subject].compactMap { $0 } + (method.isSuperseded ? ["superseded"] : [])
        words += method.provedAddress == nil ? [] : ["proved"]
        return words.joined(separator: " ")
      }
      words += " with " + (methods.isEmpty ? "no method" : methods.joined(separator: ", "))
      let labels =
        account.labels.map { $0.name + "=" + $0.value }.sorted()
        + account.identifiers.map { $0.name + " " + $0.value }.sorted()
      return ([words] + labels + (account.profile.name.map { ["name " + $0] } ?? []))
        .joined(separator: ", ")
    }
    return words.isEmpty ? "no accounts" : words.joined(separator: "; ")
  }

  /// Returns the sequence as a vector for the new policy, with the policy's answers as expectations.
  ///
  /// The result is nil if no vector can represent the sequence, for example because the sequence uses a code that was
  /// never mailed.
  package func vector(under policy: CompiledPolicy, named name: String) -> JSONValue? {
    let json = SequenceVector(
      sequence.adapted(to: policy), under: policy, named: name, prefix: "diff", answers: .shown
    ).json
    do throws(InvalidInput) {
      return try VectorReader.read(json.line, name: "witness", format: .jsonLines).isEmpty
        ? nil : json
    } catch {
      return nil
    }
  }

  /// Returns the steps in words, including the settings that only the old policy has.
  private static func words(of sequence: StepSequence, under policies: Sides<CompiledPolicy>)
    -> [String]
  {
    let texts = Sides { side in
      words(of: sequence.adapted(to: policies[side]), under: policies[side])
    }
    return zip(texts.old, texts.new).map { old, new in
      old.utf8.count > new.utf8.count ? old : new
    }
  }

  /// Returns the steps in words, for a policy that declares all names in the sequence.
  static func words(of sequence: StepSequence, under policy: CompiledPolicy) -> [String] {
    let vector = SequenceVector(
      sequence, under: policy, named: policy.name, prefix: "w", answers: .outcome)
    do throws(InvalidInput) {
      let cases = try VectorReader.read(vector.json.line, name: "witness", format: .jsonLines)
      return (cases.first?.steps ?? []).map { $0.content.plainWords(MethodNames(policy.policy)) }
    } catch {
      // A step needs a description even if no vector can represent it.
      return sequence.steps.map { _ in "a step that no vector can represent" }
    }
  }

  private static func outcome(_ played: StepSequence.Played) -> String {
    if let error = played.inputError {
      return "input error " + error.reason.word.text
    }
    guard let decision = played.decision else { return "" }
    return decision.outcome.word
  }
}

/// The runs of a sequence under both policies.
struct WitnessTrial {
  let played: Sides<[StepSequence.Played]>
  /// Whether the difference is visible after the last step.
  let isVisible: Bool
  /// Whether no difference is visible before the last step.
  let isExact: Bool

  /// Plays a sequence; nil if other rows than the expected ones decide the last step.
  ///
  /// The result is also nil if a policy decides a last step that it should reject as malformed.
  init?(
    _ sequence: StepSequence, _ policies: Sides<CompiledPolicy>, by sources: Sides<Decision.Source>
  ) {
    self.init(sequence, policies)
    for side in Side.allCases {
      guard let last = played[side].last else { return nil }
      switch last.decision {
      case let decision? where decision.source.plain == sources[side]: break
      case nil where sources[side] == .cannotOccur && last.inputError != nil: break
      case _?, nil: return nil
      }
    }
  }

  /// Plays a sequence without checking which rows decide the last step; nil if a policy does not reach the last step.
  init?(_ sequence: StepSequence, _ policies: Sides<CompiledPolicy>) {
    let played = Sides { sequence.adapted(to: policies[$0]).play(policies[$0]) }
    guard played.old.count == sequence.steps.count, played.new.count == sequence.steps.count,
      let last = played.old.last, let other = played.new.last
    else { return nil }
    self.played = played
    isVisible = Visible(last) != Visible(other)
    isExact = !zip(played.old.dropLast(), played.new.dropLast()).contains {
      Visible($0) != Visible($1)
    }
  }

  /// The rank of the trial; the trial with the smallest rank is the best.
  ///
  /// An exact trial is better than any inexact trial. Among equally exact trials, a visible difference is better than a
  /// hidden difference.
  var rank: Int { (isVisible ? 0 : 1) + (isExact ? 0 : 2) }
}

extension Decision.Source {
  /// The source of the decision, without the row whose effects a guard with `would` refused.
  var plain: Decision.Source {
    if case .would(let index, _) = self {
      return .guarding(index)
    }
    return self
  }
}

extension StepSequence {
  /// Returns the sequence without the settings, inputs and claims that a policy lacks.
  package func adapted(to policy: CompiledPolicy) -> StepSequence {
    let schema = policy.vocabulary.schema
    var adapted = self
    for index in adapted.steps.indices {
      guard case .attempt(var attempt) = adapted.steps[index].content else { continue }
      attempt.caller.settings.values.removeAll { name, value in
        guard let fact = schema.index(of: Name("setting." + name)) else { return true }
        return schema.facts[fact].value(named: Name(value)) == nil
      }
      attempt.attempt.inputs.values.removeAll { name, value in
        guard let fact = schema.index(of: Name("input." + name)) else { return true }
        return schema.facts[fact].value(named: Name(value)) == nil
      }
      attempt.attempt.stateRequiredInputs(of: policy)
      for record in attempt.attempt.assertion?.addresses.indices ?? 0..<0 {
        // A service passes on only the declared claims of a token.
        attempt.attempt.assertion?.addresses[record].claims.removeAll { claim in
          schema.index(of: Name("claim." + claim.name)) == nil
        }
      }
      adapted.steps[index].content = .attempt(attempt)
    }
    return adapted
  }
}

/// The check whether a witness shows that the owner of an account is locked out.
extension WitnessTrial {
  /// Whether, under the old policy, the last step enters the account of a squatter: an account in which no method has
  /// proved an address.
  ///
  /// The value is nil if the caller's credential is not new, or if the old policy enters no existing account.
  var meetsSquatter: Bool? {
    guard let last = played.old.last, let decision = last.decision,
      decision.facts[EngineFact.credential] == FactValue.CredentialValue.new.rawValue,
      let id = last.applied?.account, let before = played.old.dropLast().last,
      let account = before.accounts.accounts.first(where: { $0.id.hasSameBytes(as: id) })
    else { return nil }
    return account.methods.allSatisfy { $0.provedAddress == nil }
  }
}

extension StepSequence {
  /// Returns the sequence with one more step, which repeats an earlier sign-in that the old policy allows and the new
  /// policy refuses.
  ///
  /// - Parameter policies: the policies that differ in the last step.
  /// - Returns: the longer sequence with its trial; nil if the new policy refuses no repeated sign-in.
  func withOwnersReturn(
    under policies: Sides<CompiledPolicy>
  ) -> (sequence: StepSequence, trial: WitnessTrial)? {
    for step in steps.dropLast() {
      guard case .attempt(let attempt) = step.content,
        Name(attempt.attempt.action.name) == StandardAction.signIn.name
      else { continue }
      let longer = StepSequence(steps + [step])
      guard let trial = WitnessTrial(longer, policies), let old = trial.played.old.last,
        let new = trial.played.new.last, let applied = old.applied, applied.session != nil,
        !applied.isNewAccount, let decision = new.decision, !decision.isAllowed
      else { continue }
      return (longer, trial)
    }
    return nil
  }
}
