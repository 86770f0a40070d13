/// A sent mail.
struct Mail: Sendable {
  let time: String
  let to: String
  let subject: String
  let text: String
  /// The target of the mail's link, as a path of this service; nil if the mail has no link.
  let link: String?
}
