/// Where the payload of an identity provider holds what an assertion is made of.
///
/// A mapping is data: a JSON object, read strictly. Those of ``ClaimsMapping/google`` and the other well-known
/// providers ship with this module, and `Docs/Claims.md` describes every key.
public struct ClaimsMapping: Sendable {
  /// The keys that lead to a value, from the outermost object inwards.
  typealias Path = [String]

  /// How the nonce of a request comes back.
  enum NonceForm: String, CaseIterable {
    /// As it was sent.
    case plain
    /// As the SHA-256 digest of what the application holds, in hexadecimal digits.
    case sha256
  }

  /// A list of addresses beside the payload.
  struct AddressList: Sendable {
    let email: String
    let primary: String
    /// The claims about an address, by the keys of the list that hold them.
    let aboutEmail: [(claim: String, key: String)]
  }

  /// The provider's id in policies; nil where the caller has to name it, as for tenants' own connections.
  public let provider: String?
  /// What kind of payload it reads.
  public let source: ClaimsSource
  /// The issuers that it takes, `{tid}` in them standing for the tenant of the token; none where the caller names them.
  public let issuers: [String]

  let nonce: NonceForm?
  let subject: Path
  let isSubjectNumber: Bool
  let email: Path?
  let aboutEmail: [String]
  let addressList: AddressList?
  let name: [Path]
  let formName: [Path]
  let photo: Path?
}
