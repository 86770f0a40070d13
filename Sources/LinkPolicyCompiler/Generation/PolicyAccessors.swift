internal import LinkPolicy
package import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// A generator of Swift source for a policy: the policy's image, and a type for each fixed set of words that a service
/// uses, such as the codes of refusals.
///
/// A `switch` over the refusals or the values of a setting is exhaustive. If a new version of the policy adds a value,
/// the service compiles only after it handles the value.
package struct PolicyAccessors: Sendable {
  private let policy: CompiledPolicy
  private let type: SwiftText
  private let file: String

  /// Creates a generator for a policy.
  ///
  /// - Parameters:
  ///   - policy: the compiled policy.
  ///   - type: the name of the type that contains all declarations; the name must be a Swift identifier.
  ///   - file: the name of the policy's file, for comments.
  package init(_ policy: CompiledPolicy, type: String, file: String) {
    self.policy = policy
    self.type = SwiftNames.text(type)
    self.file = file
  }

  private var document: PolicyDocument { policy.document }

  /// Generates the source of one Swift file, which imports only `LinkPolicy`.
  ///
  /// - Returns: the source, which is equal for equal policies.
  /// - Throws: an `InvalidInput` with each name that cannot be an identifier, at its position in the policy.
  package func source() throws(InvalidInput) -> SwiftText {
    var findings: [Diagnostic] = []
    var text: SwiftText =
      "// Generated from \(file) by linkpolicy-swift: every build makes it again.\n\n"
    text += "import LinkPolicy\n\n"
    text += "/// The policy `\(document.name.value)`: \(document.title)\n"
    text += "enum \(type) {\n"
    text += Self.loading(policy)
    text += refusals(&findings)
    text += words(
      "Provider",
      summary:
        "An identity provider that the policy names; families such as `saml.*` have no case.",
      words: document.providers.map { $0.id }.filter { !$0.value.text.hasSuffix("*") }, &findings)
    text += words(
      "Claim", summary: "A claim about an address that the policy reads.",
      words: document.claims.map { $0.name }, &findings)
    text += words(
      "CustomAction", summary: "An action that the policy adds to the standard ones.",
      words: document.actions.map { $0.name }, &findings)
    text += settings(&findings)
    text += inputs(&findings)
    text += "}\n"
    guard findings.isEmpty else { throw InvalidInput(findings, in: document.sources) }
    return text
  }

  /// Returns Swift code with the image of the policy as text; the code loads the policy from this text.
  private static func loading(_ policy: CompiledPolicy) -> SwiftText {
    """
      /// The policy, loaded at its first use.
      static let policy: LinkPolicy.Policy = {
        do {
          return try LinkPolicy.Policy(imageText: image)
        } catch {
          fatalError("the image was made by another version of LinkPolicy than this program is built with: \\(error)")
        }
      }()

      /// The digest of the policy: the SHA-256 of its meaning.
      static let digest = "\(policy.digest.text)"

      private static let image = "\(Base64.text(of: policy.image))"

    """
  }

  private func refusals(_ findings: inout [Diagnostic]) -> SwiftText {
    let declared = document.errors.map { $0.name }
    // The engine's codes come last. A policy can declare an error with a code of the engine, to give the error a name
    // on each platform.
    let own = Refusal.engineCodes.map { Located(Name($0), at: document.name.position) }
      .filter { code in !declared.contains { $0.value == code.value } }
    var text: SwiftText =
      "\n  /// The codes of all refusals by the policy and by the engine.\n"
    text += "  enum RefusalCode: Swift.String, Swift.CaseIterable, Swift.Sendable {\n"
    text += cases(declared + own, indent: "    ", &findings)
    text += """

          /// Creates the code of a refusal; returns nil if another policy refused.
          init?(_ refusal: LinkPolicy.Refusal) {
            self.init(rawValue: refusal.code)
          }
        }

      """
    return text
  }

  /// Returns the source of an enumeration of words; empty if the policy declares no such words.
  private func words(
    _ name: SwiftText, summary: SwiftText, words: [Located<Name>], _ findings: inout [Diagnostic]
  ) -> SwiftText {
    guard !words.isEmpty else { return "" }
    return "\n  /// " + summary + "\n  enum " + name
      + ": Swift.String, Swift.CaseIterable, Swift.Sendable {\n"
      + cases(words, indent: "    ", &findings) + "  }\n"
  }

  private func settings(_ findings: inout [Diagnostic]) -> SwiftText {
    let values = DeclaredValues(
      entries: document.settings.map { ($0.name, $0.values, isRequired: false) },
      type: "SettingValues",
      summary: "The settings, each with the policy's default until it is set.",
      function: "settings", result: "Settings", conversion: "Converts the settings for a lookup.")
    return text(of: values, &findings)
  }

  private func inputs(_ findings: inout [Diagnostic]) -> SwiftText {
    let values = DeclaredValues(
      entries: document.inputs.map { ($0.name, $0.values, $0.isRequired) },
      type: "InputValues",
      summary: "The inputs, each with its first value until it is set, unless it is required.",
      function: "inputs", result: "Inputs", conversion: "Converts the inputs for an attempt.")
    return text(of: values, &findings)
  }

  /// The settings or the inputs of the policy, and the function that converts their values.
  private struct DeclaredValues {
    var entries: [(name: Located<Name>, values: [Located<Name>], isRequired: Bool)]
    var type: SwiftText
    var summary: SwiftText
    var function: SwiftText
    var result: SwiftText
    var conversion: SwiftText
  }

  private func text(of values: DeclaredValues, _ findings: inout [Diagnostic]) -> SwiftText {
    let names = values.entries.map { $0.name }
    guard !names.isEmpty, let properties = identifiers(names, &findings) else { return "" }
    var types: Set<String> = []
    var text: SwiftText = "\n  /// " + values.summary + "\n  struct " + values.type
    text += ": Swift.Sendable {\n"
    var declarations: SwiftText = ""
    var pairs: SwiftText = ""
    for (entry, property) in zip(values.entries, properties) {
      let name = entry.name
      let type = SwiftNames.camelCase(name.value.text, capital: true) + "Value"
      guard types.insert(type).inserted, let first = identifiers(entry.values, &findings)?.first
      else {
        findings.append(Self.finding(name, name.value.text))
        continue
      }
      text += "    /// The values of `\(name.value)`.\n"
      text += "    enum \(type): Swift.String, Swift.CaseIterable, Swift.Sendable {\n"
      text += cases(entry.values, indent: "      ", &findings) + "    }\n\n"
      if entry.isRequired {
        declarations += "    /// `\(name.value)`, which every attempt states.\n"
        declarations += "    var \(property): \(type)\n"
      } else {
        declarations += "    /// `\(name.value)`, by default `\(entry.values[0].value)`.\n"
        declarations += "    var \(property): \(type) = .\(first)\n"
      }
      pairs += "        (name: \"\(name.value)\", value: values.\(property).rawValue),\n"
    }
    text += declarations + "  }\n\n  /// " + values.conversion + "\n"
    text += "  static func " + values.function + "(_ values: " + values.type
    text += ") -> LinkPolicy." + values.result + " {\n"
    text += "    LinkPolicy." + values.result + "(\n      [\n"
    return text + pairs + "      ])\n  }\n"
  }

  /// Returns the source of an enumeration case for each word; the raw value of the case is the word.
  private func cases(
    _ words: [Located<Name>], indent: SwiftText, _ findings: inout [Diagnostic]
  ) -> SwiftText {
    guard let identifiers = identifiers(words, &findings) else { return "" }
    return zip(identifiers, words).map { identifier, word in
      indent + "case \(identifier) = \"\(word.value)\"\n"
    }.joined(by: "")
  }

  private func identifiers(_ words: [Located<Name>], _ findings: inout [Diagnostic]) -> [SwiftText]?
  {
    do throws(SwiftNames.NameCollision) {
      return try SwiftNames(words.map { $0.value.text }).identifiers
    } catch {
      let word = words.first { $0.value.text == error.name } ?? document.name
      findings.append(Self.finding(word, error.name))
      return nil
    }
  }

  private static func finding(_ word: Located<Name>, _ name: String) -> Diagnostic {
    Diagnostic(
      .noSwiftName, .error, "`\(name)` cannot be a name in Swift, or another name becomes the same",
      at: word.position,
      help: "use other letters, digits and `-`")
  }
}
