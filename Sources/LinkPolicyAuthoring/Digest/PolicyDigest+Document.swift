package import LinkPolicy

extension PolicyDigest {
  /// Hashes what a document means, as ``CanonicalForm`` writes it.
  package init(of document: PolicyDocument) {
    var form = CanonicalForm()
    form.add(document)
    self.init(bytes: SHA256.digest(of: form.bytes))
  }
}
