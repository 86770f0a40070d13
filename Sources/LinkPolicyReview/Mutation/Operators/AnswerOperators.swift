internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The operator that replaces a success by a refusal with the first declared error.
struct RefuseInstead: MutationOperator {
  let name = "refused-instead"
  let summary = "replaces a success by a refusal"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      guard row.compiled.answer.error == nil, let error = source.document.errors.first else {
        return []
      }
      let answer = RowAnswer(refusing: error.name.value)
      let document = source.edited(table) { answer.give(to: &$0[index]) }
      return [
        source.mutant(
          by: name, table: table, row: row.declared, detail: "",
          variants: [.init(document: document, summary: "has " + answer.words)],
          overriding: table.hit(in: source.document) == .first)
      ]
    }
  }
}

/// The operator that makes a row allow the attempt and do nothing (`do: []`), instead of its refusal or effects.
struct AllowInstead: MutationOperator {
  let name = "allowed-instead"
  let summary = "replaces a refusal or effects by a success without effects"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      guard row.compiled.answer.error != nil || !row.compiled.answer.effects.isEmpty else {
        return []
      }
      let answer = RowAnswer(refusing: nil)
      let document = source.edited(table) { answer.give(to: &$0[index]) }
      return [
        source.mutant(
          by: name, table: table, row: row.declared, detail: "",
          variants: [.init(document: document, summary: "has " + answer.words)],
          overriding: table.hit(in: source.document) == .first)
      ]
    }
  }
}

/// The operator that replaces the error of a refusal by the next declared error.
struct ChangeError: MutationOperator {
  let name = "error-changed"
  let summary = "replaces the error of a refusal"

  func mutants(of source: MutationSource) -> [Mutant] {
    let errors = source.document.errors
    return source.eachAnswer { table, index, row in
      guard let error = row.compiled.answer.error, errors.count > 1 else { return [] }
      let other = errors[(error + 1) % errors.count].name.value
      let document = source.edited(table) { $0[index].refusal?.value = other }
      return [
        source.mutant(
          by: name, table: table, row: row.declared, detail: other.text,
          variants: [.init(document: document, summary: "refuses with `" + other.text + "`")],
          overriding: table.hit(in: source.document) == .first && table != .guards)
      ]
    }
  }
}

/// The operator that replaces the value in a row of a derived fact, by each other value of the fact in turn.
struct ChangeValue: MutationOperator {
  let name = "value-changed"
  let summary = "replaces the value of a row of a derived fact"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (fact, declared) in source.document.facts.enumerated() {
      let table = RowTable.fact(fact)
      for (index, row) in source.rows(of: table).enumerated() {
        for (number, value) in declared.values.enumerated() where number != row.compiled.value {
          let answer = RowAnswer(value: value.value)
          let document = source.edited(table) { answer.give(to: &$0[index]) }
          mutants.append(
            source.mutant(
              by: name, table: table, row: row.declared, detail: value.value.text,
              variants: [.init(document: document, summary: "has " + answer.words)],
              overriding: declared.hit == .first))
        }
      }
    }
    return mutants
  }
}

/// The operator that replaces, adds or removes the remedy of a refusal, such as `reauthentication`.
struct ChangeAsk: MutationOperator {
  let name = "ask-changed"
  let summary = "replaces, adds or removes the remedy of a refusal"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, error) in source.document.errors.enumerated() {
      for remedy in Self.others(than: source.storage.errors[index].ask) {
        var document = source.document
        document.errors[index].ask = remedy.map { Located($0.name) }
        let mutant = source.errorMutant(
          by: name, error: error, detail: Self.word(remedy), document: document, words: "asks for ")
        mutants.append(Self.noting(remedy, on: mutant, in: source))
      }
    }
    return mutants
      + source.eachAnswer { table, index, row in
        guard row.compiled.answer.error != nil else { return [] }
        // A row cannot remove a remedy that its error declares.
        return Self.others(than: row.compiled.answer.ask).compactMap { remedy in
          guard remedy != nil || row.declared.ask != nil else { return nil }
          let document = source.edited(table) { $0[index].ask = remedy.map { Located($0.name) } }
          let mutant = source.mutant(
            by: name, table: table, row: row.declared, detail: Self.word(remedy),
            variants: [.init(document: document, summary: "asks for " + Self.word(remedy))],
            overriding: table.hit(in: source.document) == .first && table != .guards)
          return Self.noting(remedy, on: mutant, in: source)
        }
      }
  }

  private static func noting(
    _ remedy: Remedy?, on mutant: Mutant, in source: MutationSource
  ) -> Mutant {
    guard let remedy else { return mutant }
    return mutant.adding("ask " + remedy.name.text, isUsed: source.usesAsk(remedy))
  }

  private static func word(_ remedy: Remedy?) -> String { remedy?.name.text ?? "nothing" }

  /// Returns the replacements for a remedy: nil, to remove the remedy, and the next remedy.
  private static func others(than remedy: Remedy?) -> [Remedy?] {
    // Most policies have no second factors, so the operator never replaces another remedy by a second factor.
    let all = Remedy.allCases.filter { $0 != .secondFactor || $0 == remedy }
    guard let remedy, let index = all.firstIndex(of: remedy) else { return [all[0]] }
    return [nil, all[(index + 1) % all.count]]
  }
}

/// The operator that adds or removes one disclosure, such as `methods`.
struct ChangeTell: MutationOperator {
  let name = "tell-changed"
  let summary = "adds or removes a disclosure"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, error) in source.document.errors.enumerated() {
      for (detail, list, added) in Self.others(than: source.storage.errors[index].tell) {
        var document = source.document
        document.errors[index].tell = list.map { Located($0.name) }
        mutants.append(
          Self.noting(
            added,
            on: source.errorMutant(
              by: name, error: error, detail: detail, document: document, words: "tells "),
            in: source))
      }
    }
    return mutants
      + source.eachAnswer { table, index, row in
        Self.others(than: row.compiled.answer.tell).map { detail, list, added in
          let document = source.edited(table) { $0[index].tell = list.map { Located($0.name) } }
          let mutant = source.mutant(
            by: name, table: table, row: row.declared, detail: detail,
            variants: [.init(document: document, summary: "tells " + detail)],
            overriding: table.hit(in: source.document) == .first && table != .guards)
          return Self.noting(added, on: mutant, in: source)
        }
      }
  }

  private static func noting(
    _ added: Disclosure?, on mutant: Mutant, in source: MutationSource
  ) -> Mutant {
    guard let added else { return mutant }
    return mutant.adding("tell " + added.name.text, isUsed: source.usesTell(added))
  }

  private static func others(
    than disclosed: [Disclosure]
  ) -> [(detail: String, list: [Disclosure], added: Disclosure?)] {
    var lists: [(String, [Disclosure], Disclosure?)] = []
    for word in disclosed {
      lists.append(("not " + word.name.text, disclosed.filter { $0 != word }, nil))
    }
    for word in Disclosure.allCases where !disclosed.contains(word) {
      lists.append(("also " + word.name.text, disclosed + [word], word))
    }
    return lists
  }
}

/// The operator that removes the `show` of a row, or makes the row show a different outcome.
struct ChangeShow: MutationOperator {
  let name = "show-changed"
  let summary = "changes the outcome that a row shows"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachAnswer { table, index, row in
      var shown: [Name?] = []
      if row.declared.show != nil {
        shown.append(nil)
      }
      switch row.compiled.answer.shown {
      case .allowed: break
      case .outcome where row.compiled.answer.error == nil: break
      case .outcome, .error: shown.append("allowed")
      }
      if let error = row.compiled.answer.error ?? source.document.errors.indices.first {
        let errors = source.document.errors
        let other = row.compiled.answer.error == nil ? error : (error + 1) % errors.count
        if row.compiled.answer.shown != .error(other) {
          shown.append(errors[other].name.value)
        }
      }
      return shown.map { word in
        let document = source.edited(table) { $0[index].show = word.map { Located($0) } }
        let detail = word?.text ?? "the outcome"
        let mutant = source.mutant(
          by: name, table: table, row: row.declared, detail: detail,
          variants: [.init(document: document, summary: "shows `" + detail + "`")],
          overriding: table.hit(in: source.document) == .first && table != .guards)
        return mutant.adding(word.map { _ in "show" }, isUsed: source.usesShow)
      }
    }
  }
}

extension MutationSource {
  /// Returns a mutant that edits an error declaration.
  func errorMutant(
    by operation: String, error: ErrorDeclaration, detail: String, document: PolicyDocument,
    words: String
  ) -> Mutant {
    Mutant(
      operation: operation, row: nil, subject: "errors/" + error.name.value.text, detail: detail,
      position: error.name.position, part: .errors, overriding: nil, reading: nil,
      variants: [.init(document: document, summary: words + detail)])
  }
}
