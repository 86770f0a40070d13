/// A fault that a fake provider makes on request, to show that the service rejects the faulty
/// answer.
enum Fault: String, CaseIterable, Sendable {
  case none
  case expired
  case audience
  case issuer
  case nonce
  case tampered
  case key
  case unsigned
  case state

  /// The description of the fault on the page.
  var title: String {
    switch self {
    case .none: "nothing"
    case .expired: "the token has expired"
    case .audience: "the token is for another application"
    case .issuer: "the token names another issuer"
    case .nonce: "the token has another nonce"
    case .tampered: "the payload was changed after it was signed"
    case .key: "the token is signed with a key that is not published"
    case .unsigned: "the token says that it needs no signature"
    case .state: "the answer has another state"
    }
  }
}
