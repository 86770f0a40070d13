extension HTMLWriter {
  /// Writes a sign that links to where it stands, for whoever wants to send somebody there.
  mutating func selfLink(to anchor: Anchor, naming what: String) {
    let attributes = [
      HTMLAttribute(.class, "self"), HTMLAttribute(.href, "#" + anchor.id),
      HTMLAttribute(.label, "link to " + what),
    ]
    element(.a, attributes) { $0.write("#") }
  }
}
