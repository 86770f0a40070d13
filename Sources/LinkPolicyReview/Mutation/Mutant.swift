package import LinkPolicy
package import LinkPolicyAuthoring

/// An edit of one part of a policy.
///
/// A good test suite has a vector that fails under the edited policy. The edit changes values, not
/// text. ``MutantLoader`` determines whether the edited policy loads.
package struct Mutant: Sendable {
  /// One form of the edit.
  struct Variant: Sendable {
    var document: PolicyDocument
    /// A description of the edit.
    var summary: String
  }

  /// The name of the operator.
  package var operation: String
  /// The edited row or guard; nil for declarations.
  package var row: RowName?
  /// The edited declaration if no row is edited: a domain set, a setting or an error.
  package var subject: String
  /// The part of the id that distinguishes the operator's edits of one subject.
  package var detail: String
  /// The position of the edited part.
  package var position: SourcePosition
  /// The part of the policy that must be compiled again.
  package var part: PolicyEditor.Part
  /// The table whose `overrides` must be updated after the edit; nil for none.
  var overriding: RowTable?
  /// The change in the reading of attempts and accounts; nil if only answers can change.
  var reading: ReadingChange?
  /// The feature that the edit adds and that the policy does not use elsewhere, such as `tell credential`;
  /// else nil.
  package var unused: String?
  /// The forms of the edit; the first one that loads is used.
  ///
  /// A row that loses cells leaves them without an answer, and not every answer is possible in
  /// every cell, so an edit can need several forms.
  var variants: [Variant]

  /// The stable id: `operator/table/row/detail`.
  package var id: String {
    operation + "/" + (row?.text ?? subject) + (detail.isEmpty ? "" : "/" + detail)
  }
}

/// The part of reading attempts and accounts that an edit changes.
enum ReadingChange: Sendable {
  /// The domain set of a domain's addresses, with an example of the domain.
  case domain(Name, before: Int, after: Int)
  /// The word for some values of a claim.
  case claim(Int, before: Int, after: Int)
  /// The relay property of some domains, or the consent requirement of a provider.
  case relay(domains: [Name], provider: Int?)
  /// The default of a setting, formerly its first value.
  case defaultValue(fact: Int, after: Int)
  /// The profile fields that a provider gives.
  case profile(provider: Int)
  /// Whether a provider gives addresses.
  case email(provider: Int)
  /// Whether a provider's addresses keep their case.
  case letterCase(provider: Int)
  /// Any property of some providers' attempts.
  case providers([Int])
  /// The kinds of methods that the fact `methods` counts.
  case count
  /// The kinds of methods that answers list, and their order.
  case listing
  /// The places in which an action searches accounts by identifiers.
  case search(action: Int)
  /// Whether the values of an identifier are compared without case.
  case comparison(identifier: Int)
  /// The attempts of a removed table.
  case table(Int)
}

/// The compiler of mutants.
package struct MutantLoader: Sendable {
  /// A mutant that loads.
  package struct Loaded {
    package var policy: CompiledPolicy
    /// A description of the edit.
    package var summary: String
  }

  let editor: PolicyEditor

  init(editor: PolicyEditor) {
    self.editor = editor
  }

  /// Creates a loader for the mutants of a policy.
  package init(_ policy: CompiledPolicy) {
    self.init(editor: PolicyEditor(policy))
  }

  /// Returns the mutant as a policy; nil if the checker rejects all of its variants.
  package func load(_ mutant: Mutant) -> Loaded? {
    for variant in mutant.variants {
      let policy: CompiledPolicy?
      if let table = mutant.overriding {
        policy = editor.policy(variant.document, overridingIn: table, editing: mutant.part)
      } else {
        policy = editor.policy(variant.document, editing: mutant.part)
      }
      if let policy {
        return Loaded(policy: policy, summary: variant.summary)
      }
    }
    return nil
  }
}

extension Mutant {
  /// Returns the mutant, marked as one that adds an unused feature if the policy does not use it.
  ///
  /// - Parameters:
  ///   - word: the added feature; nil for none.
  ///   - isUsed: whether the policy uses the feature.
  /// - Returns: the mutant with `unused` set if the feature is unused.
  func adding(_ word: String?, isUsed: Bool) -> Mutant {
    guard let word, !isUsed else { return self }
    var mutant = self
    mutant.unused = word
    return mutant
  }
}
