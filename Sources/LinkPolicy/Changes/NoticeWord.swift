/// The notices by the words that JSON has for them.
package enum NoticeWord: String, Sendable, CaseIterable {
  case mail, owner

  /// The word for a notice.
  package init(_ notice: Notice) {
    switch notice {
    case .mail: self = .mail
    case .owner: self = .owner
    }
  }
}
