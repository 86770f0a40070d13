internal import LinkPolicy
internal import LinkPolicyDiagnostics

extension VocabularyBuilder {
  /// The purposes that codes can have, with what is wrong with the policy's own reported.
  mutating func buildPurposes() -> PurposeTable {
    let standard = PurposeTable.standard.map { $0.purpose.name }
    findings.checkUnique("purpose", document.purposes.map { $0.name })
    for declared in document.purposes {
      let name = declared.name
      if standard.contains(name.value) {
        findings.error(
          .duplicateName, "every policy has the purpose `" + name.value.text + "`",
          at: name.position, help: "remove it; what it means cannot be declared")
      } else if !CodePurpose(name.value).isWellFormed {
        findings.error(
          .invalidDeclaration, "`" + name.value.text + "` is no name for a purpose",
          at: name.position,
          help: "use lower-case letters, digits and single hyphens, a letter first, such as"
            + " `invite`; 64 bytes at most")
      }
      switch (declared.treatment.owner, declared.treatment.staleness) {
      case (.nobody, .withAddress):
        findings.error(
          .invalidDeclaration,
          "codes of `" + name.value.text + "` are nobody's, so no address of theirs can change",
          at: name.position, help: "write `for: nobody, stale: never`")
      case (.nobody, .never), (.account, .withAddress), (.account, .never): break
      }
    }
    return PurposeTable(adding: document.purposes)
  }

  /// The purpose that a declared action takes; nil where it takes no code, or says it wrongly.
  mutating func purpose(
    takenBy action: ActionDefinition, _ declared: ActionDeclaration, _ purposes: PurposeTable
  ) -> CodePurpose? {
    guard action.carriesCode else {
      if let takes = declared.takes {
        findings.error(
          .invalidDeclaration, "action `" + action.name.text + "` takes no code",
          at: takes.position,
          help: "remove `takes`; only an action that points to a code, or has the kind"
            + " `email-link`, brings one")
      }
      return nil
    }
    guard let takes = declared.takes else {
      findings.error(
        .invalidDeclaration,
        "action `" + action.name.text + "` takes a code, and does not say of which purpose",
        at: declared.name.position,
        help: "add `takes:` with one of " + Findings.list(Array(purposes.names.prefix(12)))
          + (purposes.names.count > 12 ? ", ..." : ""))
      return nil
    }
    guard let purpose = purposes[CodePurpose(takes.value)] else {
      findings.unknown("purpose", takes, among: purposes.names)
      return nil
    }
    switch (action.pointsTo, purpose.treatment.owner) {
    case (.code, .nobody):
      findings.error(
        .invalidDeclaration,
        "action `" + action.name.text + "` points to a code's account, and codes of `"
          + takes.value.text + "` are nobody's",
        at: takes.position, help: "take a purpose whose codes are an account's, or point to another"
      )
    case (.code, .account), (.session, _), (.target, _), (.credential, _): break
    }
    return purpose.purpose
  }
}
