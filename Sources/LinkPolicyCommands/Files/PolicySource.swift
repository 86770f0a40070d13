internal import LinkPolicy
internal import LinkPolicyCatalog
internal import LinkPolicyDiagnostics
internal import LinkPolicyExploration
internal import LinkPolicyPresets
internal import LinkPolicyProof
internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

/// A policy on the command line: a path, `-` for standard input, or the name of a shipped policy or of a system of the
/// catalog.
///
/// A name takes precedence over a file of the same name; for the file, write `./firebase`. A file contains a policy
/// document or a policy image. Commands that need more than decisions reject an image without text.
struct PolicySource {
  /// The given name or path, such as `firebase` or `policy.yaml`.
  let name: String

  init(_ name: String) {
    self.name = name
  }

  var isStandardInput: Bool { name == "-" }

  /// The form in which a policy was given: a policy document or a policy image.
  enum Given {
    /// A policy document, with the policies that it extends.
    case text(PolicyText)
    /// A loaded policy image, with its bytes.
    case image(Policy, [UInt8])

    /// Reads a policy document or a policy image.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: the name of the file in findings.
    ///   - finder: the finder for policies that a document extends.
    /// - Throws: an ``InvalidInput`` if the bytes are neither a policy document nor an image.
    init(_ bytes: [UInt8], name: String, finder: PolicyFinder) throws(InvalidInput) {
      guard Policy.isImage(bytes) else {
        let text = try InputBytes.text(bytes, named: name)
        self = .text(try PolicyText(text, name: name, finder: finder))
        return
      }
      do throws(InvalidImage) {
        self = .image(try Policy(image: bytes), bytes)
      } catch {
        throw FileProblem.finding(about: name, error.message)
      }
    }

    /// Returns the policy document, or the text in an image after a verification of the image.
    ///
    /// Throws for an image that has no text, or that was not compiled from its text.
    func text(named name: String) throws(InvalidInput) -> PolicyText {
      switch self {
      case .text(let text): text
      case .image(_, let bytes): try PolicySource.text(in: bytes, named: name)
      }
    }

    /// Returns the policy from its document or image, ready to decide.
    func policy() throws(InvalidInput) -> Policy {
      switch self {
      case .text(let text): try Policy(text.document)
      case .image(let policy, _): policy
      }
    }
  }

  /// Reads the policy in its given form; a shipped policy is a document.
  func given(_ terminal: Terminal) throws(InvalidInput) -> Given {
    if let text = try NamedPolicy.text(named: name) {
      return .text(text)
    }
    return try Given(bytes(terminal), name: shown, finder: Self.finder(for: shown, terminal))
  }

  /// Reads the policy document and the policies that it extends, or the text in an image.
  ///
  /// Throws for an image that has no text, or that was not compiled from its text.
  func text(_ terminal: Terminal) throws(InvalidInput) -> PolicyText {
    try given(terminal).text(named: shown)
  }

  /// Returns the text in an image, after a verification of the image.
  static func text(in image: [UInt8], named name: String) throws(InvalidInput) -> PolicyText {
    do throws(ImageRejection) {
      return try VerifiedImage(image, name: name).text
    } catch {
      throw error.finding(about: name, compiledFrom: "its text")
    }
  }

  private var shown: String { isStandardInput ? InputBytes.standardInputName : name }

  private func bytes(_ terminal: Terminal) throws(InvalidInput) -> [UInt8] {
    do throws(InvalidInput) {
      return try InputBytes.readAny(name, terminal)
    } catch {
      throw suggestingPreset(error)
    }
  }

  /// Returns the finder for extended policies: shipped policies, and files in the folder of `file` or in a subfolder.
  static func finder(for file: String, _ terminal: Terminal) -> PolicyFinder {
    .files(
      below: PolicyFinder.folder(of: file), names: Presets.finder, noting: terminal.files)
  }

  /// Returns the policy, ready to decide: loaded from an image if possible, otherwise compiled.
  func policy(_ terminal: Terminal) throws(InvalidInput) -> Policy {
    if let shipped = NamedPolicy.policy(named: name) {
      return shipped
    }
    return try given(terminal).policy()
  }

  /// Reads and compiles the policy, for access to its tables.
  func compiled(_ terminal: Terminal) throws(InvalidInput) -> CompiledPolicy {
    try CompiledPolicy(text(terminal).document)
  }

  /// Adds a suggestion to the error for a missing file, because the file's name may be a misspelled shipped policy.
  private func suggestingPreset(_ error: InvalidInput) -> InvalidInput {
    guard error.diagnostics.count == 1, var diagnostic = error.diagnostics.first,
      diagnostic.code == .unreadableFile, !name.contains("/"), !name.contains(".")
    else { return error }
    let names = NamedPolicy.names
    if let nearest = Name.nearest(Name(name), to: names.map { Name($0) }) {
      diagnostic.help = "did you mean the shipped policy `\(nearest.text)`?"
    } else {
      diagnostic.help = "shipped policies are \(names.joined(separator: ", "))"
    }
    return InvalidInput([diagnostic], in: error.sources)
  }
}

/// The old and the new policy of a comparison, compiled.
struct CompiledPair {
  /// The two compiled policies.
  let policies: Sides<CompiledPolicy>
  /// For each policy, the ``CellMaker`` that its compilation returned.
  let cells: Sides<CellMaker>

  /// Compiles both policies; throws an ``InvalidInput`` with the findings of the first invalid policy.
  ///
  /// If both policies have equal vocabularies, the second compilation reuses the relations of accounts to attempts from
  /// the first compilation.
  init(_ texts: Sides<PolicyText>) throws(InvalidInput) {
    var memory = RelationMemory()
    let old = try CompiledPolicy.withCells(texts.old.document, remembering: &memory)
    let new = try CompiledPolicy.withCells(texts.new.document, remembering: &memory)
    policies = Sides(old: old.policy, new: new.policy)
    cells = Sides(old: old.cells, new: new.cells)
  }
}

extension Assumptions {
  /// Returns the shipped assumptions about identity providers; these assumptions may name providers that a policy
  /// lacks.
  ///
  /// A system of the catalog has its own assumptions. Throws an ``InvalidInput`` only if the package is faulty.
  static func shipped(for source: PolicySource? = nil) throws(InvalidInput) -> Assumptions {
    if let name = source?.name, let own = Catalog.assumptions(named: name) {
      return try Assumptions(own, name: name + "/assumptions.yaml", isStrict: true)
    }
    return try Assumptions(Presets.assumptions, name: "default.yaml", isStrict: false)
  }
}

extension ImageRejection {
  /// Returns the finding about a rejected image.
  ///
  /// - Parameters:
  ///   - name: the name of the image file.
  ///   - source: a description of the text from which the image should have been compiled, such as `its text`.
  /// - Returns: one finding about the file, or the findings in the text of the image.
  func finding(about name: String, compiledFrom source: String) -> InvalidInput {
    switch self {
    case .invalidImage(let image): FileProblem.finding(about: name, image.message)
    case .noText:
      FileProblem.finding(
        about: name, "the file is a policy image without text, which can only decide",
        help:
          "give the policy from which the image was compiled, or compile the policy with its text")
    case .invalidText(let input): input
    case .difference(let difference):
      FileProblem.finding(
        about: name, "the image was not compiled from \(source): \(difference)",
        help: "compile the policy again, and do not use this image")
    }
  }
}
