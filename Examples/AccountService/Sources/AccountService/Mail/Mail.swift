/// A mail as it was sent.
struct Mail: Sendable {
  let time: String
  let to: String
  let subject: String
  let text: String
  /// Where its link leads, as a path of this service; nil where it has none.
  let link: String?
}
