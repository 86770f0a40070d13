package import LinkPolicy

/// A comparison of a policy image with the image that the compiler writes for the same policy.
///
/// Loading an image checks that no word leads out of bounds, but a forged decision graph could still decide differently
/// from the rows that an explanation shows. The comparison compiles the policy again and requires an equal image, so
/// every altered byte is a difference, apart from file names and the positions of rows.
package enum ImageVerification {
  /// Returns the first difference between an image and the compiled policy, such as `word 812 of the rules, in the
  /// decision graphs`; nil if the compiler writes these bytes, apart from file names and the positions of rows.
  ///
  /// File names and the positions of rows do not influence decisions, so the compared image takes them from the given
  /// image.
  ///
  /// - Parameters:
  ///   - bytes: the image.
  ///   - policy: the compiled policy.
  ///   - text: the text that the compared image contains after the rules; empty for an image without text.
  /// - Returns: the first difference in words, without a full stop, or nil.
  /// - Throws: an `InvalidImage` if the image cannot be loaded.
  package static func difference(
    between bytes: [UInt8], and policy: CompiledPolicy, containing text: [UInt8]
  ) throws(InvalidImage) -> String? {
    let image = try PolicyImage(loading: bytes)
    guard let storage = policy.storage.positioned(as: image) else {
      return "it has other tables, rows or guards"
    }
    let expected = CompiledPolicy.image(of: storage, containing: text)
    guard bytes != expected else { return nil }
    let (found, wanted) = (try ImageFile(bytes), try ImageFile(expected))
    if found.digest != wanted.digest {
      return "it states the digest " + found.digest.text + ", but the policy has the digest "
        + wanted.digest.text
    }
    if let place = firstDifference(found.vocabulary.words, wanted.vocabulary.words) {
      return "word " + String(place) + " of the vocabulary differs"
    }
    if let place = firstDifference(found.rules.words, wanted.rules.words) {
      return "word " + String(place) + " of the rules differs, in "
        + part(at: place, of: wanted.rules.words)
    }
    for (name, texts, others) in [
      ("vocabulary", found.vocabulary.texts, wanted.vocabulary.texts),
      ("rules", found.rules.texts, wanted.rules.texts),
    ] {
      for number in 0..<UInt32(min(texts.count, others.count))
      where texts[number] != others[number] {
        return "text " + String(number) + " of the " + name + " differs: it should be `"
          + others[number].text + "`"
      }
    }
    return "the text after the rules differs"
  }

  /// Returns the index of the first difference between two lists of words, which can be the end of the shorter list;
  /// nil for equal lists.
  private static func firstDifference(_ found: [UInt32], _ wanted: [UInt32]) -> Int? {
    guard found != wanted else { return nil }
    let shared = min(found.count, wanted.count)
    return (0..<shared).first { found[$0] != wanted[$0] } ?? shared
  }

  /// Returns the name, for messages, of the part of the rules that contains a word.
  private static func part(at place: Int, of words: [UInt32]) -> String {
    let parts = ImageFormat.Rules.allCases
    guard place >= parts.count else { return "the list of parts" }
    var part = ImageFormat.Rules.name
    for later in parts where later.isPlaced && Int(words[later.rawValue]) <= place {
      part = later
    }
    return part.description
  }
}

extension ImageFormat.Rules {
  /// Whether the first words of the rules contain the index of the part, instead of a text or a flag.
  fileprivate var isPlaced: Bool {
    switch self {
    case .name, .title, .hasSupersededMethods: false
    case .files, .errors, .proof, .nodes, .facts, .guards, .tables: true
    }
  }

  /// The part in words, for messages.
  fileprivate var description: String {
    switch self {
    case .name: "the name"
    case .title: "the title"
    case .hasSupersededMethods: "the mark for superseded methods"
    case .files: "the file names"
    case .errors: "the errors"
    case .proof: "the conditions of `proof`"
    case .nodes: "the decision graphs"
    case .facts: "the derived facts"
    case .guards: "the guards"
    case .tables: "the tables"
    }
  }
}

extension PolicyStorage {
  /// Returns the policy with the file names and row positions of an image; nil if the image has other numbers of
  /// guards, tables or rows.
  fileprivate func positioned(as image: PolicyImage) -> PolicyStorage? {
    guard guards.count == image.guards.count, tables.count == image.tables.count else { return nil }
    var (guards, tables, document) = (guards, tables, document)
    document.sources = image.sources
    for index in guards.indices {
      guards[index].position = image.position(ofRow: Int(image.guards[index]))
    }
    for index in tables.indices {
      guard tables[index].rows.count == image.rowCount(ofTable: index) else { return nil }
      for row in tables[index].rows.indices {
        tables[index].rows[row].position = image.position(ofRow: image.row(row, ofTable: index))
      }
    }
    return PolicyStorage(
      document: document, vocabulary: vocabulary, facts: facts, guards: guards, tables: tables,
      errors: errors, proof: proof, impossible: impossible,
      hasSupersededMethods: hasSupersededMethods, invariants: invariants, digest: digestSource)
  }
}
