package import LinkPolicy
internal import LinkPolicyDiagnostics

/// Every code that `check` can report, explained.
package enum FindingCatalog {
  /// The explanations, by the part of reading a policy that they belong to.
  package static var all: [FindingExplanation] {
    answers + declarations + reviews + shapes + texts + limits
  }

  /// The codes, in the order of the explanations.
  package static var codes: [Name] { all.map { $0.code.name } }

  /// The explanation of a code; nil for an unknown one.
  package static func explanation(of code: Name) -> FindingExplanation? {
    // The examples of limits are large, so they are made only for who asks about them.
    let parts: [() -> [FindingExplanation]] = [
      { reviews }, { answers }, { declarations }, { shapes }, { texts }, { limits },
    ]
    for part in parts {
      if let found = part().first(where: { $0.code.name == code }) {
        return found
      }
    }
    return nil
  }

  /// A small policy: rows of sign-in with a federated provider, errors, and what comes before.
  static func policy(
    _ rows: String, before: String = "", errors: [String] = ["unknown-person", "taken"],
    hit: String = ""
  ) -> String {
    var text = "linkpolicy: 1\nname: example\n"
    if !before.contains("providers:") {
      text += "providers: {own.example: {kind: federated}}\n"
    }
    text += before.isEmpty ? "" : before + "\n"
    text += "decisions:\n  sign-in.federated:\n" + hit + "    rows:\n"
    for row in rows.split(separator: "\n") {
      text += "      " + row + "\n"
    }
    return text
      + (errors.isEmpty
        ? "" : "errors: {" + errors.map { $0 + ": {}" }.joined(separator: ", ") + "}\n")
  }

  /// Rows that decide everything, for examples about something else.
  static var plainRows: String {
    """
    - {id: returning, credential: known, do: [sign-in]}
    - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
    - {id: otherwise, refuse: taken}
    """
  }
}
