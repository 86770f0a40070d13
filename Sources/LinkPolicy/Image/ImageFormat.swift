/// The layout of a policy image: an array of little-endian 32-bit words.
///
/// A header of sixteen words precedes two sections, the vocabulary and the rules. An index in a section counts words
/// from the start of the section, so a section can be moved as a whole. The policy's text may follow the sections, as
/// UTF-8 with zeros as padding to a full word. Decisions do not need the text; tools compile it again.
///
/// The header has these words:
///
/// - 0: the bytes `89 4C 50 49`
/// - 1: the version, 2
/// - 2: the length of the file in bytes
/// - 3: CRC-32, as in zip and PNG, of all bytes from word 4 on
/// - 4: a checksum of the engine's facts, kinds, actions, purposes, remedies and disclosures
/// - 5 to 12: the policy's digest
/// - 13 and 14: the numbers of words in the vocabulary and in the rules
/// - 15: the number of bytes of the policy's text; zero if the image contains no text
///
/// A section begins with three numbers: the number of texts, the number of text bytes and the number of words. The
/// start of each text and the end of the last text follow. The bytes of the texts come next, with zeros as padding to a
/// full word, and the words come last. A word refers to a text by the text's number. A *place* is the index of a word
/// among the section's words.
///
/// The vocabulary has these lists, each after its count: purposes, actions, providers, domain sets and domains, claims,
/// settings, inputs, identifiers, labels, derived facts. After the lists come the rules for addresses, the pools, the
/// counted kinds, the listed kinds, an example of a relay, and the facts that conditions test. The vocabulary omits the
/// names that every policy has, such as the built-in actions.
///
/// The rules begin with the text numbers of the policy's name and title, a flag for superseded subjects, and the
/// places of these parts:
///
/// - files: the names of the policy's files
/// - errors: the place of each error; an error has its code, followed by each platform with the error's name on the
///   platform
/// - proof: the conditions of the policy's `proof`
/// - nodes: the number of words, then the nodes. Each node has its fact (low half), the number of the fact's values
///   (high half), and one edge for each value
/// - facts: for each derived fact, the first edge of its graph
/// - guards: the place of each guard; a guard is encoded like a row
/// - tables: the place of each table; a table has its key, action, kinds as bits, the first edge of its graph, the
///   place of each row, and the rows
///
/// An edge is the place of an earlier node, so every evaluation ends. If the highest bit of an edge is set, the other
/// bits are a result. For a derived fact, the result is the number of a value. In a table, the result 0 means that the
/// combination of facts cannot occur. The result 1 means that the policy declares the combination impossible. The
/// results from 2 on are the guards, followed by the rows.
///
/// A row has the eleven words of `ImageRow`, the guards with `would` that can refuse the row's effects, and four lists.
/// A condition has a fact, a number of words, and one bit for each value of the fact. An effect has a code of
/// `EffectWord`, a number of arguments, and the arguments.
package enum ImageFormat {
  /// The first word of an image, `89 4C 50 49` as bytes; no UTF-8 text begins with these bytes.
  static var magic: UInt32 { 0x4950_4C89 }
  /// The format version that this library writes, and the only version that this library reads.
  static var version: UInt32 { 2 }
  /// The number of words in the header.
  static var headerCount: Int { 16 }
  /// The number of bytes, at the start of a file, that the checksum does not cover.
  ///
  /// The last of these bytes are the checksum itself.
  static var uncheckedBytes: Int { 16 }
  /// The indices of the header's words that contain the policy's digest.
  static var digestPlaces: Range<Int> { 5..<13 }

  /// The bit that marks an edge as terminal.
  ///
  /// The lower bits of a terminal edge are the result of the graph. Any other edge is the index of a node.
  package static var terminal: UInt32 { 0x8000_0000 }

  /// The indices of the words in the header; the policy's digest is between `engine` and `vocabularyCount`.
  enum Header: Int {
    case magic, version, length, checksum, engine
    case vocabularyCount = 13
    case rulesCount, textCount
  }

  /// The indices of the first words in the rules.
  package enum Rules: Int, CaseIterable {
    case name, title, hasSupersededMethods
    case files, errors, proof, nodes, facts, guards, tables
  }

  /// The indices of the first words in a table; the indices of the table's rows follow these words.
  package enum Table: Int, CaseIterable {
    case key, action, kinds, graph, rowCount
  }

  /// The indices of the first words in a row or guard.
  ///
  /// After these words come the guards with `would` that can refuse the row's effects, and then the four lists of the
  /// row.
  package enum ImageRow: Int, CaseIterable {
    case error, shown, ask, id, file, line, column
    case conditions, effects, tell, because
  }

  /// The numbers with which a row encodes the outcome that the row reports to the client.
  ///
  /// If the row reports an error, the word is the error's index plus the number of these cases.
  enum ReportedOutcomeWord: UInt32, CaseIterable {
    case outcome, allowed
  }

  /// Packs two numbers into one word; the first number is in the lower half.
  package static func pair(_ low: Int, _ high: Int) -> UInt32 {
    UInt32(UInt16(low)) | UInt32(UInt16(high)) << 16
  }

  /// Returns the first number of a word that ``pair(_:_:)`` packed.
  static func low(_ word: UInt32) -> Int { Int(word & 0xFFFF) }

  /// Returns the second number of a word that ``pair(_:_:)`` packed.
  package static func high(_ word: UInt32) -> Int { Int(word >> 16) }

  /// Encodes the outcome that a row reports to the client.
  package static func word(for shown: CompiledAnswer.ReportedOutcome) -> UInt32 {
    switch shown {
    case .outcome: ReportedOutcomeWord.outcome.rawValue
    case .allowed: ReportedOutcomeWord.allowed.rawValue
    case .error(let index): UInt32(ReportedOutcomeWord.allCases.count + index)
    }
  }

  /// The bit that marks a provider whose addresses keep the case of their local parts.
  package static var keepsCase: Int { 1 }
  /// The bit that marks a provider whose subjects are compared without regard to the case of ASCII letters.
  package static var foldsSubjects: Int { 2 }

  /// A bit in the word that stores the number of settings; the bit is set if identifiers follow the settings and the
  /// inputs.
  package static var hasIdentifiers: UInt32 { 1 << 30 }
  /// A bit in the word that stores the number of settings; the bit is set if inputs follow the settings.
  package static var hasInputs: UInt32 { 1 << 31 }

  /// The bit that marks an input that may change before a retry with a ticket; the lowest bit marks a required input.
  package static var retryInput: UInt32 { 2 }

  /// The bit that marks an input that states which second factor the person showed.
  package static var factorInput: UInt32 { 4 }

  /// A bit in the word that stores the counted kinds; the bit is set if disabled methods do not count.
  package static var leavesOutDisabled: UInt32 { 1 << 31 }

  /// Returns the bits of a set of kinds; the position of a kind's bit is the raw value of the kind.
  package static func bits(of kinds: [MethodKind]) -> UInt32 {
    var bits: UInt32 = 0
    for kind in kinds {
      bits |= 1 << UInt32(kind.rawValue)
    }
    return bits
  }
}

/// The code with which an image represents the JSON type of a claim's value, such as Boolean.
package enum ClaimCode: UInt32, CaseIterable {
  case boolean = 1
  case string = 2
  case number = 3
  case null = 4

  package init(_ value: ClaimValue) {
    self =
      switch value {
      case .boolean: .boolean
      case .string: .string
      case .number: .number
      case .null: .null
      }
  }
}

/// The checksum of the engine declarations that an image depends on but does not contain.
///
/// The declarations are the engine's facts with their values, the kinds, the remedies, the disclosures, and the
/// built-in actions and purposes. If you add a fact or an action, the checksum changes, and older images no longer
/// load.
enum EngineFingerprint {
  /// The checksum of this library's declarations, which an image must state in its header to load.
  static var current: UInt32 {
    var checksum = ImageChecksum()
    // This schema contains the engine's facts without any declared names.
    let schema = FactSchema(
      actions: [], providers: [], domains: [], claims: [], settings: [], labels: [], derived: [])
    for fact in schema.facts {
      checksum.add(fact.name)
      for value in fact.values {
        checksum.add(value)
      }
    }
    for action in ActionDefinition.standard {
      add(action, to: &checksum)
    }
    for entry in PurposeTable.standard {
      checksum.add(entry.purpose.name)
      checksum.add(UInt32(entry.treatment.recipient.rawValue))
      checksum.add(UInt32(entry.treatment.owner.rawValue))
      checksum.add(UInt32(entry.treatment.staleness.rawValue))
    }
    for remedy in Remedy.allCases {
      checksum.add(remedy.name)
    }
    for disclosure in Disclosure.allCases {
      checksum.add(disclosure.name)
    }
    return checksum.value
  }

  private static func add(_ action: ActionDefinition, to checksum: inout ImageChecksum) {
    checksum.add(action.name)
    checksum.add(UInt32(action.pointsTo.rawValue))
    checksum.add(ImageFormat.bits(of: action.kinds.kinds))
    checksum.add(UInt32(action.address.rawValue))
    for isSo in [action.checksSecret, action.namesMethod, action.requestsLink] {
      checksum.add(isSo ? 1 : 0)
    }
    checksum.add(action.takes?.name ?? "")
  }
}
