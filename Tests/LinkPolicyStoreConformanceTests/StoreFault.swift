import LinkPolicy
import LinkPolicyTesting

/// Something that a store does wrongly, all the time.
enum StoreFault: Sendable, CustomStringConvertible {
  /// It does not do something, and says that it has.
  case forgotten(StoreDuty)
  /// It carries a write out otherwise than it is told.
  case altered(WriteKind)
  /// It keeps the hash of the former password where a new one comes.
  case keptHash
  /// It loses the hash where a method is put again without a new one.
  case lostHash
  /// With each code it makes one for every other account.
  case codesForAll
  /// With each code it makes one more that is nobody's.
  case codesOfNobody
  /// It compares ids of requests by how they begin.
  case abbreviatedIDs
  /// It finds keys without regard to letters.
  case foldedKeys
  /// It finds user names without regard to letters.
  case foldedIdentifiers
  /// It finds user names in every tenant.
  case sharedIdentifiers
  /// It keeps user names outside of transactions.
  case lastingIdentifiers
  /// It finds who holds an address by accounts alone.
  case addressesOfAccounts
  /// With each session it opens one for every other account.
  case sessionsForAll
  /// It remembers one code of those that a set has made.
  case oneCode
  /// It forgets, in what it remembers, that an account was deleted.
  case forgottenDeletion
  /// It names other sessions than those that a deletion ended.
  case strangeSessions
  /// It keeps the hashes of passwords outside of transactions.
  case lastingHashes
  /// It has no fault: labels, holders, sessions and the outbox come in another order.
  case otherOrders

  /// What a report has to name.
  var duties: Set<StoreDuty> {
    switch self {
    // Whoever forgets the whole method forgets the password with it.
    case .forgotten(.write(.putMethod)): [.write(.putMethod), .passwordHash]
    // Of a method that replaces one, what is taken away beside it is the new one itself.
    case .forgotten(.detail(.methodBesideOthers)): [.write(.putMethod), .write(.removeMethod)]
    case .forgotten(.detail(let detail)): [detail.write.map { .write($0) } ?? .outbox]
    case .forgotten(let duty): [duty]
    case .altered(let kind): [.write(kind)]
    case .keptHash, .lostHash: [.passwordHash]
    case .codesForAll, .codesOfNobody: [.write(.putCode)]
    case .abbreviatedIDs: [.outcome]
    case .foldedKeys: [.requirement(.credential)]
    case .addressesOfAccounts: [.requirement(.address)]
    case .sessionsForAll: [.write(.openSession)]
    case .oneCode, .forgottenDeletion: [.outcome]
    case .strangeSessions: [.write(.deleteAccount)]
    case .foldedIdentifiers, .sharedIdentifiers: [.requirement(.identifier)]
    case .lastingHashes, .lastingIdentifiers: [.rollBack]
    case .otherOrders: []
    }
  }

  var description: String {
    switch self {
    case .forgotten(let duty): "forgets " + duty.word
    case .altered(let kind): "alters " + kind.name.text
    case .keptHash: "keeps the hash of a former password"
    case .lostHash: "loses the hash of a method that is put again"
    case .codesForAll: "makes a code for everybody"
    case .codesOfNobody: "makes a code of nobody"
    case .abbreviatedIDs: "compares ids by how they begin"
    case .foldedKeys: "finds keys without regard to letters"
    case .addressesOfAccounts: "finds addresses of accounts alone"
    case .sessionsForAll: "opens a session for everybody"
    case .oneCode: "remembers one code"
    case .forgottenDeletion: "remembers no deletion"
    case .strangeSessions: "names other sessions than it ended"
    case .lastingHashes: "keeps hashes outside of transactions"
    case .foldedIdentifiers: "finds user names without regard to letters"
    case .sharedIdentifiers: "finds user names in every tenant"
    case .lastingIdentifiers: "keeps user names outside of transactions"
    case .otherOrders: "has other orders"
    }
  }

  /// All there are, worked out from what a store has to do.
  static let all: [StoreFault] =
    StoreDuty.allCases.map { .forgotten($0) } + WriteKind.allCases.map { .altered($0) }
    + [
      .keptHash, .lostHash, .codesForAll, .codesOfNobody, .abbreviatedIDs, .foldedKeys,
      .addressesOfAccounts, .sessionsForAll, .oneCode, .forgottenDeletion,
      .strangeSessions, .lastingHashes, .foldedIdentifiers, .sharedIdentifiers,
      .lastingIdentifiers,
    ]
}
