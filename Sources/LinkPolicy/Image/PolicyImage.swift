/// What a policy decides by: its rules as an image has them, and its vocabulary.
///
/// Never changed once made, shared by all copies of a policy. Everything in it was checked when it
/// was made, or comes from the compiler; rows, graphs and texts are read where they stand.
package final class PolicyImage: Sendable {
  package let vocabulary: Vocabulary
  /// The digest of the policy's meaning, as it was written; loading does not work it out again.
  let digest: PolicyDigest
  /// The names of the files that positions refer to.
  let sources: SourceMap
  /// Whether superseded subjects can exist, so that an account holds more than its current ones.
  package let hasSupersededMethods: Bool
  let words: [UInt32]
  let texts: ImageTexts
  /// Where the graphs of derived facts start.
  let factRoots: [UInt32]
  /// Where each guard stands.
  let guards: [UInt32]
  /// Where each table stands.
  let tables: [UInt32]
  /// Where each error stands.
  let errors: [UInt32]
  /// Where the conditions stand that prove an address.
  let proof: Int
  /// The table by action and kind: `action * (kinds + 1) + kind`; -1 where there is none.
  private let dispatch: [Int32]
  #if DEBUG && !hasFeature(Embedded)
    /// What checks each decision's facts; nil for what was loaded, of which nothing is known but that
    /// it is in bounds, and for an edit of another policy, of which there are too many to work out what
    /// can occur for each.
    let canOccur: OccurrenceCheck?
  #endif

  /// Makes the image of rules that are in order.
  package init(
    _ rules: ImageSection, _ vocabulary: Vocabulary, digest: PolicyDigest,
    canOccur: OccurrenceCheck? = nil
  ) {
    self.vocabulary = vocabulary
    self.digest = digest
    words = rules.words
    texts = rules.texts
    hasSupersededMethods =
      words[ImageFormat.Rules.hasSupersededMethods.rawValue] == 1
    factRoots = Self.list(.facts, of: rules.words)
    guards = Self.list(.guards, of: rules.words)
    tables = Self.list(.tables, of: rules.words)
    errors = Self.list(.errors, of: rules.words)
    proof = Int(words[ImageFormat.Rules.proof.rawValue])
    let texts = rules.texts
    sources = SourceMap(
      files: Self.list(.files, of: rules.words).map { SourceMap.File(name: texts[$0].text) })
    dispatch = Self.dispatch(tables, rules.words, actionCount: vocabulary.actions.count)
    #if DEBUG && !hasFeature(Embedded)
      self.canOccur = canOccur
    #endif
  }

  /// The words behind the count that a word of the head names the place of.
  private static func list(_ part: ImageFormat.Rules, of words: [UInt32]) -> [UInt32] {
    let start = Int(words[part.rawValue])
    return Array(words[start + 1..<start + 1 + Int(words[start])])
  }

  private static func dispatch(
    _ tables: [UInt32], _ words: [UInt32], actionCount: Int
  ) -> [Int32] {
    var dispatch = [Int32](repeating: -1, count: actionCount * kindSlots)
    for (index, table) in tables.enumerated() {
      let first =
        Int(words[Int(table) + ImageFormat.Table.action.rawValue]) * kindSlots
      let kinds = words[Int(table) + ImageFormat.Table.kinds.rawValue]
      if kinds == 0 {
        dispatch[first + MethodKind.count] = Int32(index)
      }
      for kind in MethodKind.allCases where kinds >> UInt32(kind.rawValue) & 1 == 1 {
        dispatch[first + Int(kind.rawValue)] = Int32(index)
      }
    }
    return dispatch
  }

  private static var kindSlots: Int { MethodKind.count + 1 }

  /// The index of the table that decides an action and kind, by the values of those facts.
  func table(action: Int, kind: Int) -> Int? {
    let index = dispatch[action * Self.kindSlots + kind]
    return index < 0 ? nil : Int(index)
  }

  /// The rules again, for a policy that decides by them with another vocabulary.
  package var rules: ImageSection { ImageSection(texts: texts, words: words) }

  /// The name of the policy.
  var name: Name { texts[words[ImageFormat.Rules.name.rawValue]] }

  /// One line about the policy.
  var title: Name { texts[words[ImageFormat.Rules.title.rawValue]] }

  /// Refuses superseded methods where no row ever supersedes one, so that no table was checked for
  /// them.
  func checkSupersededMethods(in situation: Situation) throws(InputError) {
    guard !hasSupersededMethods else { return }
    if situation.contains(where: { $0.hasSupersededMethod }) {
      throw InputError(
        .contradiction,
        "a method is superseded, but no row of the policy supersedes a subject; "
          + "leave `superseded` out, or the method")
    }
  }
}
