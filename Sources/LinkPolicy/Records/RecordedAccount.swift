/// How a record names the account that a decision is about.
public enum RecordedAccount: Sendable {
  /// By its id in the service's store.
  case id
  /// By a hash of that id which nobody can make without the key.
  case keyed(RecordKey)
  /// By a word that the service has for it, such as that of a table of pseudonyms.
  case named(@Sendable (_ id: String) -> String)
  /// Not at all.
  case omitted
}

/// A secret under which records name accounts by a hash, so that who reads them cannot tell whom they are about.
///
/// The hash is HMAC with SHA-256 of the bytes of the id in UTF-8. One key gives one account the same hash in all
/// records; another key, for another month or another reader, gives hashes that cannot be joined with those.
public struct RecordKey: Sendable {
  /// The fewest bytes a key has: as many as the hash.
  public static var shortest: Int { 32 }

  private let bytes: [UInt8]

  /// Takes a key as it is; nil for one that is too short to keep anybody from trying ids one after another.
  ///
  /// - Parameter bytes: at least ``shortest`` bytes that nobody can guess, such as from `openssl rand 32`.
  public init?(bytes: [UInt8]) {
    guard bytes.count >= Self.shortest else { return nil }
    self.bytes = bytes
  }

  /// The hash that stands for an account.
  ///
  /// - Parameter account: the account's id in the service's store.
  /// - Returns: 64 hexadecimal digits in lower case.
  public func hash(of account: String) -> String {
    Hexadecimal.text(HMAC.sha256(Array(account.utf8), key: bytes))
  }
}
