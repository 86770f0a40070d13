internal import LinkPolicy
package import LinkPolicyAuthoring
internal import LinkPolicyYAML

/// The results of earlier reviews, for a tool that reviews a policy after each edit.
///
/// The remembered results make reviews faster but change no finding.
package struct ReviewMemory: Sendable {
  /// The findings of the policies that a text extends, and the files of these policies.
  private struct InheritedEntry {
    var files: [SourceMap.File]
    var findings: [InheritedFindings]
  }

  /// The cache of the possible relations between accounts and attempts; computing these relations takes most of the
  /// time of a compilation.
  package var relations = RelationMemory()
  private var inherited: InheritedEntry?

  /// Creates a memory without results.
  package init() {}

  /// Keeps the findings of the policies that a text extends.
  mutating func keep(_ findings: [InheritedFindings], inheritedBy text: PolicyText) {
    inherited = InheritedEntry(files: Self.extended(text), findings: findings)
  }

  /// Returns the findings of the policies that a text extends; nil if the memory lacks the findings of exactly these
  /// policies.
  func inherited(by text: PolicyText, count: Int) -> [InheritedFindings]? {
    guard let inherited, inherited.findings.count == min(count, text.baseCount) else { return nil }
    let files = Self.extended(text)
    let areEqual =
      files.count == inherited.files.count
      && files.indices.allSatisfy {
        files[$0].name.hasSameBytes(as: inherited.files[$0].name)
          && files[$0].bytes == inherited.files[$0].bytes
      }
    return areEqual ? inherited.findings : nil
  }

  /// Returns the files of the policies that a text extends, which follow the text's own file in the source map.
  private static func extended(_ text: PolicyText) -> [SourceMap.File] {
    Array(text.document.sources.files.dropFirst())
  }
}
