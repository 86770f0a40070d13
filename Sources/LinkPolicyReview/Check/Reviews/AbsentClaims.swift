internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration

/// The review of claims: an attempt must not get a better answer by omitting a claim than with an unfavorable value.
///
/// For example, a token without `email_verified` must not get a better answer than a token with `email_verified:
/// false`.
struct AbsentClaims {
  /// A claim with values that mean a denial, such as `false`.
  private struct DeniableClaim {
    var name: Located<Name>
    var fact: Int
    var denied: [Int]
    var absent: Int
    var subject: String { "claims/" + name.value.text }
  }

  private let policy: CompiledPolicy
  private let claims: [DeniableClaim]
  private let inherited: [InheritedFindings]
  /// The finding for each claim; the key is the number of the claim's fact.
  ///
  /// If several tables cause a finding, the review keeps the finding that the fewest extended policies share.
  private var found: [Int: ReviewFinding] = [:]
  /// The cells of each finding, for policies that extend this policy; nil if the review keeps no cells.
  private(set) var cells: [FindingCells.FindingKey: FindingCells]?

  /// Reviews the claims of a policy.
  ///
  /// - Parameters:
  ///   - policy: the policy to review.
  ///   - inherited: the findings of the extended policies.
  ///   - keepsCells: whether to keep the cells of the findings in every table.
  init(_ policy: CompiledPolicy, beyond inherited: [InheritedFindings], keepsCells: Bool) {
    self.policy = policy
    self.inherited = inherited
    cells = keepsCells ? [:] : nil
    let vocabulary = policy.vocabulary
    claims = policy.document.claims.enumerated().compactMap { index, declared in
      let fact = vocabulary.schema.claims.lowerBound + index
      let denied = declared.words.indices.filter { word in
        declared.words[word].values.contains { $0.value.isDenial }
      }
      guard !denied.isEmpty, vocabulary.usedFacts.contains(fact) else { return nil }
      return DeniableClaim(
        name: declared.name, fact: fact, denied: denied, absent: vocabulary.claims[index].absent)
    }
  }

  var findings: [ReviewFinding] { claims.compactMap { found[$0.fact] } }

  /// The conditions that the cells must distinguish for this review.
  var conditions: [ResolvedCondition] {
    claims.flatMap { AnswerGraph.everyValue(of: [$0.fact], policy.vocabulary.schema) }
  }

  /// Returns whether the finding about a claim is final, so that the review of further tables cannot change it.
  private func isSettled(_ claim: DeniableClaim) -> Bool {
    guard cells == nil, let finding = found[claim.fact] else { return false }
    return inherited.isEmpty || finding.depth == 0
  }

  /// Whether further tables can change the finding about at least one claim.
  var examinesTables: Bool { claims.contains { !isSettled($0) } }

  /// Reviews one table for the claims whose finding the table can change.
  mutating func review(_ answers: inout TableAnswers) {
    for claim in claims {
      guard let axis = answers.cells.algebra.axes.firstIndex(where: { $0.fact == claim.fact })
      else { continue }
      for denied in claim.denied where !isSettled(claim) {
        review(claim, denied: denied, axis: axis, in: &answers)
      }
    }
  }

  private mutating func review(
    _ claim: DeniableClaim, denied: Int, axis: Int, in answers: inout TableAnswers
  ) {
    let (index, book) = (answers.table, answers.book)
    let admitted = answers.answers(where: axis, is: denied)
    let silent = answers.answers(where: axis, is: claim.absent)
    // The number is 2 if the attempt without the claim gets further into an account, and 1 if its answer is better in
    // another respect.
    let kinder = answers.cells.algebra.pairing(admitted, silent) { old, new in
      Self.kindness(book.meaning(new), beyond: book.meaning(old))
    }
    let isThere = answers.cells.cells(matching: [
      ResolvedCondition(
        fact: claim.fact, values: ValueSet([claim.absent]), position: claim.name.position)
    ])
    let here = answers.cells.algebra.intersection(answers.cells.space, isThere)
    let anyhow = answers.cells.algebra.mapping(kinder) { $0 > 0 ? 1 : 0 }
    let all = answers.cells.algebra.intersection(anyhow, here)
    guard !all.isEmpty else { return }
    let schema = policy.vocabulary.schema
    let key = FindingCells.FindingKey(
      code: .kinderAbsence, subject: claim.subject, table: policy.storage.tables[index].key)
    if self.cells != nil {
      let kept = FindingCells(all, in: &answers.cells, schema: schema)
      let known = self.cells?[key]
      self.cells?[key] = known?.adding(kept) ?? kept
    }
    let newest = inherited.newest(of: all, for: key, in: &answers.cells, schema: schema)
    if let known = found[claim.fact], inherited.isEmpty || newest.depth >= known.depth ?? 0 {
      return
    }
    let further = answers.cells.algebra.mapping(kinder) { $0 == 2 ? 1 : 0 }
    let worst = answers.cells.algebra.intersection(further, newest.cells)
    let set = worst.isEmpty ? newest.cells : worst
    guard let cell = answers.cells.algebra.smallestCell(of: set) else { return }
    let meanings = [silent, admitted].map {
      book.meaning(answers.cells.algebra.number(of: $0, at: cell))
    }
    var place: SourcePosition?
    if !inherited.isEmpty, newest.depth == 0 {
      place = OverlayPlace(policy: policy, table: index, algebra: answers.cells.algebra, cell: cell)
        .position(
          of: meanings.compactMap { $0?.source }, varying: claim.fact,
          over: [claim.absent, denied])
    }
    let finding = finding(
      claim, denied: denied, table: index, example: answers.cells.example(of: set),
      meanings: meanings, at: place)
    found[claim.fact] = ReviewFinding(
      finding, subject: claim.subject, depth: inherited.isEmpty ? nil : newest.depth)
  }

  private static func kindness(
    _ silent: AnswerMeaning?, beyond admitted: AnswerMeaning?
  ) -> Int {
    guard let silent, let admitted else { return 0 }
    if ChangeKind.kinds(from: admitted, to: silent, in: ChangeSituation(isThere: true)).contains(
      .reachesMore)
    {
      return 2
    }
    let isLetIn = silent.reply.refusal == nil && admitted.reply.refusal != nil
    return isLetIn || (silent.isProof && !admitted.isProof) ? 1 : 0
  }

  private func finding(
    _ claim: DeniableClaim, denied: Int, table index: Int, example: String,
    meanings: [AnswerMeaning?], at place: SourcePosition?
  ) -> Diagnostic {
    let word = policy.vocabulary.schema.facts[claim.fact].values[denied].text
    var related: [Diagnostic.Related] = []
    if place != nil {
      related.append(
        Diagnostic.Related(
          "claim `" + claim.name.value.text + "` is declared here", at: claim.name.position))
    }
    for (word, meaning) in zip(["without the claim", "with `" + word + "`"], meanings) {
      guard let source = meaning?.source else { continue }
      let answer = DescribedAnswer(source, table: index, of: policy)
      guard let place = answer.position, let row = answer.row else { continue }
      related.append(
        Diagnostic.Related(
          word + ", `" + row.text + "` answers: " + answer.words, at: place))
    }
    return Diagnostic(
      .kinderAbsence, .warning,
      "if the claim `" + claim.name.value.text
        + "` is absent, an attempt gets further than if it is `" + word + "`, for example in `"
        + policy.storage.tables[index].key.text + "` where " + example,
      at: place ?? claim.name.position,
      help: "test for the values that grant access, such as `true`, instead of excluding `" + word
        + "`",
      related: related)
  }
}

extension ClaimValue {
  /// Whether the value denies the claim: `false`, 0, or a word such as `no` in upper or lower case.
  fileprivate var isDenial: Bool {
    switch self {
    case .boolean(let holds): !holds
    case .number(let text): Self.denials.contains(text)
    case .string(let text): Self.denials.contains(Name(text.text.lowercased()))
    case .null: false
    }
  }

  private static var denials: [Name] { ["false", "no", "0", "f", "n", "off"] }
}
