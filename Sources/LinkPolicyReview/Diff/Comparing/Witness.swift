internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyJSON
internal import LinkPolicyTesting

/// A sequence from the empty store whose last step two policies decide by different rows, as they
/// did when it was played under both.
package struct Witness: Sendable {
  /// One step in words, with what each policy made of it.
  package struct Step: Sendable, Equatable {
    /// What happens, such as `sign-in google.com g1 a@gmail.com`.
    package var words: String
    /// What it came to: `allowed`, or the error; empty for waiting.
    package var outcomes: Sides<String>
  }

  /// The sequence.
  package var sequence: StepSequence
  /// The steps in words.
  package var steps: [Step]
  /// The accounts after the last step, in words, where only they differ.
  package var accounts: Sides<String>?
  /// Whether the difference can be seen by somebody who does not know the policies.
  package var isVisible: Bool
  /// Whether both policies answered alike before the last step.
  package var isExact: Bool

  init(_ sequence: StepSequence, _ trial: WitnessTrial, _ policies: Sides<CompiledPolicy>) {
    self.init(
      sequence, Self.words(of: sequence, under: policies), trial.played,
      isVisible: trial.isVisible, isExact: trial.isExact)
  }

  /// What is known of a sequence that was played: the steps in words, and what each policy made of them.
  ///
  /// `naming` is what the provider of a method is called, by the side whose accounts have it.
  init(
    _ sequence: StepSequence, _ words: [String], _ played: Sides<[StepSequence.Played]>,
    isVisible: Bool, isExact: Bool,
    naming: (Method, Side) -> String = { method, _ in method.provider }
  ) {
    self.sequence = sequence
    self.isVisible = isVisible
    self.isExact = isExact
    steps = words.enumerated().map { index, words in
      Step(words: words, outcomes: Sides { Self.outcome(played[$0][index]) })
    }
    let ends = Sides { side in
      Self.words(of: played[side].last?.accounts.accounts ?? []) { naming($0, side) }
    }
    if let last = steps.last, last.outcomes.old == last.outcomes.new, ends.old != ends.new {
      accounts = ends
    }
  }

  /// Accounts by what an answer can change of them.
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
      let labels = account.labels.map { $0.name + "=" + $0.value }.sorted()
      return ([words] + labels + (account.profile.name.map { ["name " + $0] } ?? []))
        .joined(separator: ", ")
    }
    return words.isEmpty ? "no accounts" : words.joined(separator: "; ")
  }

  /// The sequence as a vector about the new policy, which expects what that answers; nil where no vector can say it, such as
  /// that a code which nothing mailed is taken.
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

  /// What happens step by step; with the settings that only the old policy has.
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

  /// What happens step by step, in the words of a policy that knows everything in the sequence.
  static func words(of sequence: StepSequence, under policy: CompiledPolicy) -> [String] {
    let vector = SequenceVector(
      sequence, under: policy, named: policy.name, prefix: "w", answers: .outcome)
    do throws(InvalidInput) {
      let cases = try VectorReader.read(vector.json.line, name: "witness", format: .jsonLines)
      return (cases.first?.steps ?? []).map { $0.content.plainWords(MethodNames(policy.policy)) }
    } catch {
      // A step is told of even where it is nothing that a vector can say.
      return sequence.steps.map { _ in "a step that no vector can hold" }
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

/// A sequence played under both policies.
struct WitnessTrial {
  let played: Sides<[StepSequence.Played]>
  /// Whether something visible differs after the last step.
  let isVisible: Bool
  /// Whether nothing visible differs before it.
  let isExact: Bool

  /// Plays a sequence; nil where the wanted rows do not decide its last step, or one of them decides what is to be malformed.
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

  /// Plays a sequence, whatever decides its last step; nil where one of them does not come to that.
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

  /// What counts first: the rows decide alike in every trial; that the difference is seen, and
  /// that it is the first.
  var rank: Int { (isVisible ? 0 : 1) + (isExact ? 0 : 2) }
}

extension Decision.Source {
  /// What refuses, whatever row it was asked of.
  var plain: Decision.Source {
    if case .would(let index, _) = self {
      return .guarding(index)
    }
    return self
  }
}

extension StepSequence {
  /// The sequence without the settings that a policy does not know.
  func adapted(to policy: CompiledPolicy) -> StepSequence {
    let schema = policy.vocabulary.schema
    var adapted = self
    for index in adapted.steps.indices {
      guard case .attempt(var attempt) = adapted.steps[index].content else { continue }
      attempt.caller.settings.values.removeAll { name, value in
        guard let fact = schema.index(of: Name("setting." + name)) else { return true }
        return schema.facts[fact].value(named: Name(value)) == nil
      }
      for record in attempt.attempt.assertion?.addresses.indices ?? 0..<0 {
        // As whoever hands over a token's claims does.
        attempt.attempt.assertion?.addresses[record].claims.removeAll { claim in
          schema.index(of: Name("claim." + claim.name)) == nil
        }
      }
      adapted.steps[index].content = .attempt(attempt)
    }
    return adapted
  }
}
