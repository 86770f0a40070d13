internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// Compares answers of this engine or of another implementation with the expected answers.
extension Expectation {
  /// Compares the answer to an attempt that was decided.
  func compare(_ answer: some StepAnswer, names: MethodNames, into list: inout MismatchList) {
    let outcome = answer.isAllowed ?? false ? "allowed" : "refused"
    if let inputError {
      list.add("input-error", expected: inputError.word.text, got: "none, it is " + outcome)
      return
    }
    if let isAllowed, isAllowed != answer.isAllowed {
      let got = outcome + (answer.error.map { ": " + $0 } ?? "")
      list.add("outcome", expected: isAllowed ? "allowed" : "refused", got: got)
    }
    list.compare("error", expected: error, got: answer.error)
    list.compare("shown", expected: shown, got: answer.shown)
    compareReason(answer, into: &list)
    if let ask {
      list.compare("ask", expected: ask.name.text, got: answer.ask?.name.text)
    }
    if let tell {
      list.compare(
        "tell", expected: tell.map { $0.name.text }, got: answer.tell?.map { $0.name.text })
    }
    compareTold(answer, into: &list)
    list.compare("ticket", expected: hasTicket, got: answer.hasTicket)
    for (platform, name) in self.names {
      list.compare("names." + platform, expected: name, got: answer.name(on: platform))
    }
    compareFacts(answer, into: &list)
    changes?.compare(answer.changeSet, into: &list)
    guard answer.isCarriedOut else { return }
    // The account of a refusal is the account that the attempt points to, which another implementation may not know.
    if answer.isAllowed ?? true || answer.account != nil {
      list.compare("account", expected: account, got: answer.account)
    }
    list.compare("new", expected: isNew, got: answer.isNew)
    list.compare("session", expected: opensSession, got: answer.opensSession)
    if let listeners {
      let got = answer.listeners
      if listeners != got {
        list.compare(
          "listeners", expected: listeners.map { $0.description }, got: got?.map { $0.description })
      }
    }
    if let removed {
      let got = answer.removed
      if !removed.isEmpty || got?.isEmpty != true {
        list.compare(
          "removed", expected: removed.map { names.describe($0) },
          got: got?.map { names.describe($0) })
      }
    }
  }

  /// Compares the expected answer with an actual input error.
  func compare(
    inputError reason: InputError.Reason, message: String?, into list: inout MismatchList
  ) {
    let word = reason.word.text
    if let inputError {
      list.compare("input-error", expected: inputError.word.text, got: word)
      return
    }
    let got = "input error " + word + (message.map { ": " + $0 } ?? "")
    list.add("outcome", expected: outcomeWord, got: got)
  }

  /// The outcome that the vector expects: `allowed`, `refused`, or `input error` with its reason.
  var outcomeWord: String {
    if let inputError {
      return "input error " + inputError.word.text
    }
    return isAllowed ?? false ? "allowed" : "refused"
  }

  private func compareReason(_ answer: some StepAnswer, into list: inout MismatchList) {
    list.compare("row", expected: row, got: answer.row)
    list.compare("table", expected: table, got: answer.table)
    guard let effects else { return }
    let got = answer.effects
    if effects != got {
      list.compare("effects", expected: effects.map { $0.text }, got: got?.map { $0.text })
    }
  }

  private func compareTold(_ answer: some StepAnswer, into list: inout MismatchList) {
    guard let told else { return }
    let got = answer.told
    list.compare("told.account", expected: told.account, got: got?.account)
    list.compare("told.methods", expected: told.methods, got: got?.methods)
    list.compare("told.address-methods", expected: told.addressMethods, got: got?.addressMethods)
    list.compare("told.providers", expected: told.providers, got: got?.providers)
    list.compare("told.credential", expected: told.credential, got: got?.credential)
    list.compare("told.registered", expected: told.isRegistered, got: got?.isRegistered)
  }

  private func compareFacts(_ answer: some StepAnswer, into list: inout MismatchList) {
    guard !facts.isEmpty else { return }
    let found = answer.facts
    for (fact, value) in facts {
      let got = found.first { $0.name.hasSameBytes(as: fact) }?.value
      list.compare("facts." + fact, expected: value, got: got ?? "not a fact that the policy tests")
    }
  }
}

extension ExpectedChanges {
  /// Returns a change set as JSON for comparison; nil, which matches no expectation, if the JSON cannot be parsed.
  static func json(of changes: ChangeSet) -> JSONValue? {
    do throws(InvalidInput) {
      return try JSONDocument(changes.json, name: "changes").root
    } catch {
      return nil
    }
  }

  /// Compares a change set; each mismatch has the path of the differing value, such as `changes.writes[0]`.
  func compare(_ found: JSONValue?, into list: inout MismatchList) {
    for part in ChangeSetList.allCases {
      guard let wanted = entries(of: part) else { continue }
      let key = "changes." + part.rawValue
      guard let found = found?[part.rawValue]?.elements else {
        list.add(key, expected: "to be answered", got: MismatchList.unanswered)
        continue
      }
      compare(wanted, with: found, of: part, at: key, into: &list)
    }
  }

  /// Compares two lists of entries up to the first pair of different kinds, such as `put-method` and `set-label`.
  ///
  /// After such a pair, the entries at equal indices no longer correspond, so they are not compared.
  private func compare(
    _ wanted: [JSONValue], with found: [JSONValue], of part: ChangeSetList, at key: String,
    into list: inout MismatchList
  ) {
    for index in 0..<max(wanted.count, found.count) {
      let words = [wanted, found].map { entries in
        entries.indices.contains(index) ? part.word(of: entries[index]) : nil
      }
      let place = key + "[" + String(index) + "]"
      guard let word = words[0], let other = words[1], word.hasSameBytes(as: other) else {
        list.add(place, expected: words[0] ?? "nothing more", got: words[1] ?? "nothing more")
        return
      }
      compare(wanted[index], with: found[index], at: place, into: &list)
    }
  }

  private func compare(
    _ wanted: JSONValue, with found: JSONValue?, at key: String, into list: inout MismatchList
  ) {
    guard let found else {
      list.add(key, expected: Self.words(wanted), got: MismatchList.unanswered)
      return
    }
    if let members = wanted.members, found.isObject {
      for member in members {
        compare(
          member.value, with: found[member.keyText], at: key + "." + member.keyText, into: &list)
      }
    } else if let elements = wanted.elements, let others = found.elements,
      elements.count == others.count
    {
      for (index, element) in elements.enumerated() {
        compare(element, with: others[index], at: key + "[" + String(index) + "]", into: &list)
      }
    } else if wanted != found {
      list.add(key, expected: Self.words(wanted), got: Self.words(found))
    }
  }

  /// Returns the text of a value in mismatches: strings unquoted, `null` as `none`, and other values as JSON.
  private static func words(_ value: JSONValue) -> String {
    if let text = value.text {
      return text
    }
    var writer = JSONWriter()
    writer.value(value)
    return value.isNull ? "none" : String(decoding: writer.take(), as: UTF8.self)
  }
}
