internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics

/// Finds the edits of an overlay that made a gap, an overlap or an effect that cannot be carried out: those without which the attempt that shows
/// it is answered as it should be.
struct OverlayCauses: Sendable {
  private let overlay: YAMLNode
  private let base: YAMLNode
  private let sources: SourceMap

  /// The most versions of a policy that are read to explain its findings.
  private static var versions: Int { 256 }

  /// Explains findings of what an overlay comes to.
  init(_ overlay: YAMLNode, onto base: YAMLNode, _ sources: SourceMap) {
    self.overlay = overlay
    self.base = base
    self.sources = sources
  }

  /// The findings, each with notes on the edits that made it.
  func explaining(_ findings: [Diagnostic]) -> [Diagnostic] {
    guard findings.contains(where: { $0.found != nil }) else { return findings }
    var versions = Versions(causes: self)
    return findings.map { finding in
      guard let found = finding.found else { return finding }
      let edits = versions.causes(of: found)
      var finding = finding
      for edit in edits {
        let words =
          "the overlay " + edit.words + "; without " + (edits.count == 1 ? "that " : "these ")
          + Self.remedied(found)
        if let place = finding.related.firstIndex(where: { $0.position == edit.position }) {
          finding.related[place].message += "; " + words
        } else {
          finding.related.append(Diagnostic.Related(words, at: edit.position))
        }
      }
      return finding
    }
  }

  /// What is not so without the edits.
  private static func remedied(_ found: FoundCase) -> String {
    switch found.rows.count {
    case 0: "there is no such gap"
    case 1: "it does not come to that row"
    default: "they do not overlap so"
    }
  }

  /// The policy without some edits; nil where it cannot be read.
  private func reader(without edits: [OverlayEdit]) -> CaseReader? {
    var merging = PolicyOverlay()
    let merged = merging.merge(overlay.without(edits.map { $0.path }), onto: base)
    var decoder = DocumentDecoder()
    let document = decoder.decode(merged, sources: sources)
    let isWhole = merging.findings.diagnostics.isEmpty && decoder.findings.diagnostics.isEmpty
    return isWhole ? CaseReader(document) : nil
  }

  /// The versions of one policy without some of its overlay's edits.
  private struct Versions {
    let causes: OverlayCauses
    let edits: [OverlayEdit]
    private var left = OverlayCauses.versions
    /// The policy without each edit alone, once that was read.
    private var single: [Int: CaseReader?] = [:]

    init(causes: OverlayCauses) {
      self.causes = causes
      edits = OverlayEdit.all(in: causes.overlay)
    }

    /// The edits that made an attempt what a finding says, by themselves or together; none where the
    /// base is no better.
    mutating func causes(of found: FoundCase) -> [OverlayEdit] {
      guard isMended(found, by: reader(without: edits)) else { return [] }
      for index in edits.indices {
        let reader: CaseReader?
        if let known = single[index] {
          reader = known
        } else {
          reader = self.reader(without: [edits[index]])
          single[index] = .some(reader)
        }
        if isMended(found, by: reader) {
          return [edits[index]]
        }
      }
      // What is left of them when each that can be made again was.
      var undone = edits
      for edit in edits {
        let others = undone.filter { $0.path != edit.path }
        if isMended(found, by: reader(without: others)) {
          undone = others
        }
      }
      return left > 0 ? undone : []
    }

    private mutating func reader(without edits: [OverlayEdit]) -> CaseReader? {
      guard left > 0 else { return nil }
      left -= 1
      return causes.reader(without: edits)
    }

    /// Whether a version answers the attempt before its rows, or by rows that do not both match.
    private func isMended(_ found: FoundCase, by reader: CaseReader?) -> Bool {
      switch reader?.answer(to: found) {
      case nil: false
      case .settled: true
      case .rows(let rows):
        found.rows.isEmpty ? !rows.isEmpty : !found.rows.allSatisfy { rows.contains($0) }
      }
    }
  }
}
