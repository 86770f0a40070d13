internal import LinkPolicy

/// The words that ``RequestScanner`` finds in requests: the keys of each object, and the words that some keys can have.
///
/// A test compares the keys with the schema of requests.
final class RequestTables: Sendable {
  static let shared = RequestTables()

  /// The keys of a line, such as `id` and `decide`.
  enum LineKey: String, CaseIterable, Sendable {
    case id, decide, lookup, claims
  }

  /// The keys of `decide` and `lookup`, such as `attempt` and `caller`.
  enum BodyKey: String, CaseIterable, Sendable {
    case attempt, caller, settings, answers, record, fields
  }

  /// The keys of an attempt, apart from the stated facts.
  enum AttemptKey: String, CaseIterable, Sendable {
    case action, provider, kind, subject, addresses, address, profile, link, tenant, ticket, inputs
    case identifiers
  }

  /// The keys of an address of an attempt.
  enum AddressKey: String, CaseIterable, Sendable {
    case email, claims
  }

  /// The keys of a profile.
  enum ProfileKey: String, CaseIterable, Sendable {
    case name, photo
  }

  /// The keys of `caller`.
  enum CallerKey: String, CaseIterable, Sendable {
    case session, target, code
  }

  /// The keys of `record`.
  enum RecordKey: String, CaseIterable, Sendable {
    case time, correlation, weight, facts
  }

  /// The keys of `answers`, apart from the stated facts.
  enum AnswerKey: String, CaseIterable, Sendable {
    case accounts, credential, addresses, session, target, code, identifiers
  }

  /// The keys of the session row in `answers`.
  enum SessionKey: String, CaseIterable, Sendable {
    case account, epoch, ended, recent
  }

  /// The keys of the code row in `answers`.
  enum CodeKey: String, CaseIterable, Sendable {
    case purpose, address, account, bound, requester, requesterAccount, credential, tenant, used
    case expired

    /// The number of keys that a code row can omit, because tables of older versions lack the columns.
    static var optionalCount: Int { 2 }
  }

  /// The keys of the credential for which a code was requested.
  enum CredentialKey: String, CaseIterable, Sendable {
    case issuer, kind, subject
  }

  /// The keys of an account.
  enum AccountKey: String, CaseIterable, Sendable {
    case id, email, verified, methods, labels, profile, state, tenant, factors, epoch, version
    case identifiers
  }

  /// The keys of a method.
  enum MethodField: String, CaseIterable, Sendable {
    case provider, kind, subject, superseded, address, proved, labels, since
  }

  /// The keys of an object, in a table that finds keys by their bytes.
  ///
  /// The type is a class, so that a search holds only one reference.
  final class KeyTable<Key: CaseIterable & RawRepresentable & Sendable>: Sendable
  where Key.RawValue == String {
    let keys: [Key]
    let words: WordTable

    /// Builds the table of all keys, followed by further words, such as the keys of stated facts.
    init(and further: [String] = []) {
      keys = Array(Key.allCases)
      words = WordTable(keys.map { $0.rawValue } + further)
    }
  }

  /// The stated facts of some carriers, such as an attempt and its assertion.
  ///
  /// In a ``KeyTable``, the keys of stated facts follow the other keys.
  final class StatedTable: Sendable {
    let facts: [StatedKey]
    /// The words of each fact's values, one table for each fact.
    let words: [WordTable]

    init(_ carriers: [StatedCarrier]) {
      facts = carriers.flatMap { StatedKey.of($0) }
      words = facts.map { WordTable($0.words) }
    }

    var keys: [String] { facts.map { $0.key } }
  }

  let line = KeyTable<LineKey>()
  let body = KeyTable<BodyKey>()
  let attempt: KeyTable<AttemptKey>
  let address = KeyTable<AddressKey>()
  let profile = KeyTable<ProfileKey>()
  let link: WordTable
  let caller = KeyTable<CallerKey>()
  let record = KeyTable<RecordKey>()
  let answers: KeyTable<AnswerKey>
  let session = KeyTable<SessionKey>()
  let code = KeyTable<CodeKey>()
  let credential = KeyTable<CredentialKey>()
  let account = KeyTable<AccountKey>()
  let method = KeyTable<MethodField>()

  /// The stated facts of an attempt and its assertion.
  let statedByAttempt = StatedTable([.attempt, .assertion])
  let statedByLink = StatedTable([.link])
  let statedByAnswers = StatedTable([.situation])

  let kinds = WordTable(MethodKind.words.words)
  let states = WordTable(Account.State.words.words)
  let fields = WordTable(DecisionField.words.words)

  private init() {
    attempt = KeyTable(and: statedByAttempt.keys)
    link = WordTable(statedByLink.keys)
    answers = KeyTable(and: statedByAnswers.keys)
  }
}
