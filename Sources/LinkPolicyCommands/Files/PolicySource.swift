internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyYAML

/// A policy as named on the command line: a shipped name, a path, or `-` for standard input.
///
/// A shipped name wins; `./firebase` means the file.
struct PolicySource {
  /// The name or path as given.
  let name: String

  init(_ name: String) {
    self.name = name
  }

  var isStandardInput: Bool { name == "-" }

  /// Reads the policy and what it extends.
  func text(_ terminal: Terminal) throws(InvalidInput) -> PolicyText {
    if Presets.names.contains(name) {
      return try Presets.text(named: name)
    }
    let shown = isStandardInput ? InputBytes.standardInputName : name
    let bytes: [UInt8]
    do throws(InvalidInput) {
      bytes = try InputBytes.read(name, terminal)
    } catch {
      throw suggestingPreset(error)
    }
    return try PolicyText(bytes, name: shown, finder: Self.finder(for: shown, terminal))
  }

  /// Finds what a file extends: files in its folder or below it, and the shipped policies.
  static func finder(for file: String, _ terminal: Terminal) -> PolicyFinder {
    .files(
      below: PolicyFinder.folder(of: file), names: Presets.finder, noting: terminal.files)
  }

  /// Reads and compiles the policy.
  func policy(_ terminal: Terminal) throws(InvalidInput) -> Policy {
    try Policy(text(terminal).document)
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
