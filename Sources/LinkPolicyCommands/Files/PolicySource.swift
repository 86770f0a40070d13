internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A policy as named on the command line: a shipped name, a path, or `-` for standard input.
///
/// A shipped name wins; `./firebase` means the file. A file is a policy as it is written, or an image,
/// which only decides.
struct PolicySource {
  /// The name or path as given.
  let name: String

  init(_ name: String) {
    self.name = name
  }

  var isStandardInput: Bool { name == "-" }

  /// What a policy was given as.
  enum Given {
    /// As it is written, with what it extends.
    case text(PolicyText)
    /// As an image, which was loaded.
    case image(Policy)

    /// The policy, to decide by.
    func policy() throws(InvalidInput) -> Policy {
      switch self {
      case .text(let text): try Policy(text.document)
      case .image(let policy): policy
      }
    }
  }

  /// Reads the policy, whatever it was given as; a shipped one as it is written.
  func given(_ terminal: Terminal) throws(InvalidInput) -> Given {
    if Presets.names.contains(name) {
      return .text(try Presets.text(named: name))
    }
    let bytes = try bytes(terminal)
    guard Policy.isImage(bytes) else {
      return .text(
        try PolicyText(
          InputBytes.text(bytes, named: shown), name: shown,
          finder: Self.finder(for: shown, terminal)))
    }
    do throws(InvalidImage) {
      return .image(try Policy(image: bytes))
    } catch {
      throw FileProblem.finding(about: shown, error.message)
    }
  }

  /// Reads the policy and what it extends, for who needs more than to decide.
  func text(_ terminal: Terminal) throws(InvalidInput) -> PolicyText {
    switch try given(terminal) {
    case .text(let text): return text
    case .image: throw Self.hasNoTables(shown)
    }
  }

  /// The refusal of an image where it is not enough to decide.
  static func hasNoTables(_ name: String) -> InvalidInput {
    let error = FileProblem.finding(
      about:
        name, "this is a policy image, which decides and has no tables to look at")
    return InvalidInput(
      error.diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.help = "give the policy that it was compiled from"
        return diagnostic
      }, in: error.sources)
  }

  private var shown: String { isStandardInput ? InputBytes.standardInputName : name }

  private func bytes(_ terminal: Terminal) throws(InvalidInput) -> [UInt8] {
    do throws(InvalidInput) {
      return try InputBytes.readAny(name, terminal)
    } catch {
      throw suggestingPreset(error)
    }
  }

  /// Finds what a file extends: files in its folder or below it, and the shipped policies.
  static func finder(for file: String, _ terminal: Terminal) -> PolicyFinder {
    .files(
      below: PolicyFinder.folder(of: file), names: Presets.finder, noting: terminal.files)
  }

  /// The policy, to decide by: loaded where there is an image of it, else compiled.
  func policy(_ terminal: Terminal) throws(InvalidInput) -> Policy {
    if let shipped = Presets.policy(named: name) {
      return shipped
    }
    return try given(terminal).policy()
  }

  /// Reads and compiles the policy, for who looks at its tables.
  func compiled(_ terminal: Terminal) throws(InvalidInput) -> CompiledPolicy {
    try CompiledPolicy(text(terminal).document)
  }

  /// A name that is no file is perhaps a misspelt shipped one.
  private func suggestingPreset(_ error: InvalidInput) -> InvalidInput {
    guard error.diagnostics.count == 1, var diagnostic = error.diagnostics.first,
      diagnostic.code == .unreadableFile, !name.contains("/"), !name.contains(".")
    else { return error }
    let names = Presets.names
    if let nearest = Name.nearest(Name(name), to: names.map { Name($0) }) {
      diagnostic.help = "did you mean the shipped policy `\(nearest.text)`?"
    } else {
      diagnostic.help = "shipped policies are \(names.joined(separator: ", "))"
    }
    return InvalidInput([diagnostic], in: error.sources)
  }
}
