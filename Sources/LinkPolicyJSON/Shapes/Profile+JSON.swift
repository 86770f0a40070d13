internal import LinkPolicy

extension Profile {
  /// Reads `{name, photo}`; an empty one where the key is missing.
  init(
    _ key: String, of reader: inout JSONObjectReader, _ findings: inout JSONFindings
  ) {
    self.init()
    guard var part = reader.part(key, &findings) else { return }
    name = part.text("name", &findings)
    photo = part.text("photo", &findings)
    part.finish(&findings)
  }
}

extension JSONWriter {
  /// Writes a profile.
  mutating func profile(_ profile: Profile) {
    beginObject()
    member("name", profile.name)
    member("photo", profile.photo)
    endObject()
  }
}
