internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A decoder of the cases in JSON Lines, from one or more files.
///
/// The decoder caches decoded parts, such as steps, because many lines repeat the text of a part.
final class LineDecoder {
  /// A case, with the numbers of its settings, given rows and steps.
  struct LineCase {
    var vector: VectorCase
    /// The numbers of the settings, given rows and steps; nil if the case was decoded as a whole.
    var numbers: SequenceNumbers?
  }

  /// Whether cases keep their JSON, for sending the cases to other implementations.
  let keepsJSON: Bool
  private let parts = DecodedParts()

  init(keepsJSON: Bool) {
    self.keepsJSON = keepsJSON
  }

  /// Decodes the next case of a buffer; returns nil at the end of the buffer.
  ///
  /// Throws an ``InvalidInput`` with every finding in the line. The next call continues with the next line.
  func next(in lines: inout JSONLines, file: String) throws(InvalidInput) -> LineCase? {
    guard let start = lines.nextStart() else { return nil }
    var line: VectorLine?
    if !keepsJSON {
      do throws(VectorLine.LeftToReader) {
        line = try VectorLine(
          lines.bytes.span, at: start, number: lines.line,
          limit: JSONLimits.line.documentBytes)
      } catch {}
    }
    if let line, let found = caseByParts(of: line, in: lines, file: file) {
      lines.skipLine(endingAt: line.end)
      return found
    }
    guard let document = try lines.next() else { return nil }
    let vector = try vector(of: document, file: file, in: lines.sources)
    if let line {
      keepContext(of: vector, in: line, lines.bytes)
    }
    return LineCase(vector: vector, numbers: nil)
  }

  /// Decodes the case in a line of a file as a whole.
  ///
  /// Nearly all lines have no finding. Only a line with a finding is decoded a second time, to suggest names for
  /// misspelled keys.
  private func vector(
    of line: JSONDocument, file: String, in sources: SourceMap
  ) throws(InvalidInput) -> VectorCase {
    var decoder = VectorDecoder(
      line.locator, file: file, keepsJSON: keepsJSON, suggestsKeys: false, knowing: parts)
    if let vector = decoder.vector(line.root), !decoder.findings.hasErrors {
      return vector
    }
    decoder = VectorDecoder(line.locator, file: file, keepsJSON: keepsJSON)
    _ = decoder.vector(line.root)
    try decoder.findings.check(in: sources)
    preconditionFailure("a line without a case has a finding")
  }
}

// MARK: Part by part

extension LineDecoder {
  /// Returns the case of a line, built from its parts; nil if the line must be decoded as a whole.
  private func caseByParts(of line: VectorLine, in lines: JSONLines, file: String) -> LineCase? {
    let bytes = lines.bytes
    guard !line.steps.isEmpty, let id = line.id, let policy = line.policy else { return nil }
    var numbers = SequenceNumbers()
    if line.tenant != nil {
      // The tenant is part of the initial state but has no number.
      numbers.given = nil
    }
    var sequence = VectorSequence(tenant: line.tenant.map { Self.text($0, bytes) }, steps: [])
    if let written = line.settings {
      guard let known = parts.settings.known(written, in: bytes.span) else { return nil }
      sequence.settings = known.part
      numbers.settings = known.number
    }
    if let written = line.given {
      guard let known = parts.givens.known(written, in: bytes.span) else { return nil }
      sequence.given = known.part
      sequence.given.move(to: line.position(at: written.range.lowerBound))
      numbers.given = numbers.given == nil ? nil : known.number
    }
    sequence.steps.reserveCapacity(line.steps.count)
    for written in line.steps {
      guard var known = step(written, number: sequence.steps.count + 1, in: lines) else {
        return nil
      }
      known.part.position = line.position(at: written.range.lowerBound)
      sequence.steps.append(known.part)
      numbers.steps.append(known.number)
    }
    if let written = line.accounts {
      guard let accounts = accounts(written, of: line, in: lines) else { return nil }
      sequence.accounts = accounts
    }
    guard !VectorDecoder.hasUnknownReference(sequence) else { return nil }
    let vector = VectorCase(
      id: Self.text(id, bytes), policy: Self.text(policy, bytes),
      title: line.title.map { Self.text($0, bytes) },
      proves: line.proves.map { Self.text($0, bytes) },
      flags: line.flags.map { Self.text($0, bytes) }, known: [],
      source: line.source.map { Self.text($0, bytes) },
      comment: line.comment.map { Self.text($0, bytes) }, file: file,
      position: line.position(at: line.start), content: .sequence(sequence))
    return LineCase(vector: vector, numbers: numbers)
  }

  private static func text(_ range: Range<Int>, _ bytes: [UInt8]) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns a step, from the cache or newly decoded; nil if the step has a finding.
  ///
  /// The caller sets the position of the step.
  private func step(
    _ written: VectorLine.LinePart, number: Int, in lines: JSONLines
  ) -> PartCache<VectorStep>.KnownPart? {
    if let known = parts.steps.known(written, in: lines.bytes.span) {
      return known.part.greatestReference < number ? known : nil
    }
    guard let step = decoded(written, in: lines, by: { $0.step($1, number: number) }) else {
      return nil
    }
    // A step that refers to its text would keep the whole buffer in memory.
    let isKept = !step.keepsText
    return PartCache.KnownPart(
      part: step, number: isKept ? parts.steps.keep(step, of: written, in: lines.bytes) : nil)
  }

  /// Returns the expected accounts, newly decoded or from the cache; nil if the accounts have a finding.
  private func accounts(
    _ written: [VectorLine.LinePart], of line: VectorLine, in lines: JSONLines
  ) -> [ExpectedAccount]? {
    var result: [ExpectedAccount] = []
    result.reserveCapacity(written.count)
    for part in written {
      var account = parts.accounts.known(part, in: lines.bytes.span)?.part
      if account == nil {
        account = decoded(part, in: lines) { $0.expectedAccount($1) }
        if let account {
          parts.accounts.keep(account, of: part, in: lines.bytes)
        }
      }
      guard var account else { return nil }
      if let id = account.id, result.contains(where: { $0.id.hasSameBytes(as: id) }) {
        return nil
      }
      account.position = line.position(at: part.range.lowerBound)
      result.append(account)
    }
    return result
  }

  /// Decodes one part of a line, such as a step; returns nil if the part has a finding.
  private func decoded<Part>(
    _ written: VectorLine.LinePart, in lines: JSONLines,
    by read: (inout VectorDecoder, JSONValue) -> Part?
  ) -> Part? {
    let document: JSONDocument
    do throws(InvalidInput) {
      document = try lines.part(written.range, atDepth: 2)
    } catch {
      // Decoding the line as a whole reports the error.
      return nil
    }
    var decoder = VectorDecoder(
      document.locator, file: "", keepsJSON: false, suggestsKeys: false, knowing: parts)
    let part = read(&decoder, document.root)
    return decoder.findings.count == 0 ? part : nil
  }

  /// Caches the settings and the given rows of a case that was decoded as a whole.
  private func keepContext(of vector: VectorCase, in line: VectorLine, _ bytes: [UInt8]) {
    guard let sequence = vector.sequence else { return }
    if let written = line.settings, parts.settings.known(written, in: bytes.span) == nil {
      parts.settings.keep(sequence.settings, of: written, in: bytes)
    }
    if let written = line.given, parts.givens.known(written, in: bytes.span) == nil {
      var given = sequence.given
      given.place(relativeTo: line.position(at: written.range.lowerBound))
      parts.givens.keep(given, of: written, in: bytes)
    }
  }
}
