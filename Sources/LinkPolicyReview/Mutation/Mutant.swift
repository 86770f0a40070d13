package import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyExploration

/// A small edit of a policy that the vectors should notice.
///
/// The edit changes the policy document in memory, not the policy's text. ``MutantLoader`` determines whether the
/// edited policy loads.
package struct Mutant: Sendable {
  /// One form of the edit, as an edited document.
  struct Variant: Sendable {
    var document: PolicyDocument
    /// A description of the edit, such as ``without the condition on `trust` ``.
    var summary: String
  }

  /// The name of the mutation operator, such as `guard-removed`.
  package var operation: String
  /// The edited row or guard, such as `guards/closed`; nil for declarations.
  package var row: RowName?
  /// The edited declaration, such as `claims/email_verified`; empty if the edit changes a row or guard.
  package var subject: String
  /// The last part of the id, such as `credential=known`, which distinguishes the operator's edits of one subject.
  package var detail: String
  /// The position of the edited row, declaration or value.
  package var position: SourcePosition
  /// The part of the policy that must be compiled again.
  package var part: PolicyEditor.Part
  /// The table whose `overrides` must be updated after the edit; nil if none must be updated.
  var overriding: RowTable?
  /// The change of facts that the edit causes; nil if only answers can change.
  var reading: ReadingChange?
  /// The feature that the edit adds and that the policy does not use elsewhere, such as `tell credential`; nil if there
  /// is none.
  package var unused: String?
  /// The forms of the edit; the first form that loads becomes the mutant.
  ///
  /// If a row loses cells, another row must answer these cells, and some answers are impossible in some cells. An edit
  /// can therefore have several forms, of which some do not load.
  var variants: [Variant]

  /// The stable id, such as `condition-dropped/sign-in.federated/first/address`: operator, table, row and detail.
  package var id: String {
    operation + "/" + (row?.text ?? subject) + (detail.isEmpty ? "" : "/" + detail)
  }
}

/// The effect of an edit on the facts that the policy computes from attempts and accounts.
enum ReadingChange: Sendable {
  /// Some domains belong to another domain set.
  case domain
  /// A claim maps some of its values to another word.
  case claim(Int, before: Int, after: Int)
  /// A domain set becomes or ceases to be a relay, or the consent requirement of the given provider changes.
  case relay(provider: Int?)
  /// A setting or an input gets another default: the value at the index `after` instead of the first value.
  case defaultValue(fact: Int, after: Int)
  /// A provider begins or ceases to give a profile field, such as the photo.
  case profile(provider: Int)
  /// A provider begins or ceases to give addresses.
  case email(provider: Int)
  /// A provider's addresses begin or cease to keep their case.
  case letterCase(provider: Int)
  /// Any fact of attempts with the given providers can change.
  case providers([Int])
  /// The given facts count more or fewer methods.
  case count([EngineFact])
  /// Answers list other kinds of methods, or list the kinds in another order.
  case listing
  /// An action searches accounts by identifiers in another order, or by fewer identifiers.
  case search(action: Int)
  /// The policy begins or ceases to ignore letter case in the values of an identifier.
  case comparison(identifier: Int)
  /// A table is removed, so its attempts are no longer offered.
  case table(Int)
}

/// The loader of mutants, which compiles the forms of an edit until one of them loads.
package struct MutantLoader: Sendable {
  /// A mutant as a compiled policy, with the description of its edit.
  package struct Loaded {
    package var policy: CompiledPolicy
    /// A description of the edit in the form that loaded.
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

  /// Returns the mutant as a policy; nil if the checker rejects all variants of the mutant.
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
  /// Returns the mutant; if the edit adds a feature that the policy does not use, the feature is stored in `unused`.
  ///
  /// - Parameters:
  ///   - word: the added feature, such as `tell credential`; nil if the edit adds no feature.
  ///   - isUsed: whether the policy uses the feature.
  /// - Returns: the mutant with `unused` set if the feature is unused.
  func adding(_ word: String?, isUsed: Bool) -> Mutant {
    guard let word, !isUsed else { return self }
    var mutant = self
    mutant.unused = word
    return mutant
  }
}
