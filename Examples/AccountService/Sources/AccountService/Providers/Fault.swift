/// What a fake provider can do wrong on request, so that one sees the service refuse it.
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

  /// What it is, on the page.
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
