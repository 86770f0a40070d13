extension PolicyImage {
  /// Loads an image: checks all of it once, and makes the vocabulary.
  ///
  /// Throws an ``InvalidImage`` for bytes that cannot be decided by.
  package convenience init(
    loading bytes: [UInt8], canOccur: OccurrenceCheck? = nil
  ) throws(InvalidImage) {
    let file = try ImageFile(bytes)
    let vocabulary = try ImageCursor.vocabulary(file.vocabulary)
    try RulesCheck.run(file.rules, vocabulary)
    self.init(
      file.rules, vocabulary, digest: file.digest, canOccur: canOccur)
  }
}
