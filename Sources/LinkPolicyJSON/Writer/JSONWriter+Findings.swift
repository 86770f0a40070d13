package import LinkPolicy
package import LinkPolicyDiagnostics

extension JSONWriter {
  /// Writes findings as an array of objects, in their order.
  package mutating func findings(_ findings: [Diagnostic], in sources: SourceMap) {
    beginArray()
    for finding in findings {
      beginObject()
      members(of: finding, in: sources)
      endObject()
    }
    endArray()
  }

  /// Writes the members of a finding into the open object.
  package mutating func members(of finding: Diagnostic, in sources: SourceMap) {
    key("code")
    string(finding.code.name)
    key("level")
    switch finding.level {
    case .note: string("note")
    case .warning: string("warning")
    case .error: string("error")
    }
    key("message")
    string(finding.message)
    place(finding.position, in: sources)
    key("help")
    if let help = finding.help {
      string(help)
    } else {
      null()
    }
    key("related")
    beginArray()
    for related in finding.related {
      beginObject()
      key("message")
      string(related.message)
      place(related.position, in: sources)
      endObject()
    }
    endArray()
  }

  /// Writes the members `file`, `line` and `column`, which are null if the finding has no position.
  private mutating func place(_ position: SourcePosition?, in sources: SourceMap) {
    key("file")
    if let file = position?.file, sources.files.indices.contains(file) {
      string(sources.files[file].name)
    } else {
      null()
    }
    for (name, number) in [("line", position?.line), ("column", position?.column)] {
      key(Name(name))
      if let number {
        int(number)
      } else {
        null()
      }
    }
  }
}
