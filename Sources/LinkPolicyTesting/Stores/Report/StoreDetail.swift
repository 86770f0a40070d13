package import LinkPolicy

/// A situation in which a store that carries a write out carelessly would come to other rows than one that does it as told.
///
/// A write alone asks little: a label that is set where there was none is stored rightly by whoever never replaces one. What no
/// vector comes to is told with what no vector asks.
package enum StoreDetail: Sendable, Hashable, CaseIterable {
  /// An account is made with an address that is shown otherwise than it is looked up by.
  case accountSpelled
  /// A label of a method.
  case labelOfMethod
  /// A label in the place of another value.
  case labelChanged
  /// A label of something that has another label too.
  case labelBesideOthers
  /// A method that has labels is stored again.
  case methodWithLabels
  /// A method that was superseded is listed again.
  case methodListedAgain
  /// A method is removed, and another of its provider stays.
  case methodBesideOthers
  /// A method is removed that another account has under the same key: a password, which has no subject.
  case methodAlsoElsewhere
  /// A method with a subject is removed or superseded, and an account of another tenant has the same.
  case methodInOtherTenant
  /// A method that signs in without being listed is removed.
  case methodUnlisted
  /// An account goes, and some of its keys stay known.
  case keysLeft
  /// An account goes, and some of its keys are nobody's from then on.
  case keysNotLeft
  /// An account of a tenant goes, and its keys stay known there.
  case keysLeftInTenant
  /// An account with codes goes, and they stay.
  case codesOfGoneAccount
  /// An account loses its address.
  case addressCleared
  /// An address whose spelling the attempt does not bring, so that the one that is shown stays.
  case spellingKept
  /// An address that is shown otherwise than it is looked up by.
  case spellingGiven
  /// A name or photo in the place of another.
  case profileReplaced
  /// A name or photo that an account has already, where only blanks are filled.
  case profileNotBlank
  /// An old session becomes recent.
  case sessionMadeRecent
  /// An old session is renewed, and stays old.
  case sessionLeftOld
  /// Codes are cancelled, and one of another account went to the same address.
  case codesOfOthers
  /// Codes are cancelled, and nobody's code of another tenant went to the same address.
  case codesOfOtherTenants
  /// Codes are cancelled of an account without an address, and there are codes of nobody.
  case codesWithoutAddress
  /// A notice goes to an address that an account shows in another spelling.
  case noticeSpelledOtherwise
  /// An owner is told at the address that the set takes away.
  case noticeToFormerAddress

  /// The write whose detail it is; nil for one of the outbox.
  package var write: WriteKind? {
    switch self {
    case .accountSpelled: .insertAccount
    case .labelOfMethod, .labelChanged, .labelBesideOthers: .setLabel
    case .methodWithLabels, .methodListedAgain: .putMethod
    case .methodBesideOthers, .methodAlsoElsewhere, .methodInOtherTenant, .methodUnlisted:
      .removeMethod
    case .keysLeft, .keysNotLeft, .keysLeftInTenant, .codesOfGoneAccount: .deleteAccount
    case .addressCleared, .spellingKept, .spellingGiven: .setEmail
    case .profileReplaced, .profileNotBlank: .setProfile
    case .sessionMadeRecent, .sessionLeftOld: .renewSession
    case .codesOfOthers, .codesOfOtherTenants, .codesWithoutAddress: .cancelCodes
    case .noticeSpelledOtherwise, .noticeToFormerAddress: nil
    }
  }

  /// What a report calls it.
  package var word: String {
    let situation =
      switch self {
      case .accountSpelled: "with a spelling"
      case .labelOfMethod: "of a method"
      case .labelChanged: "in the place of another value"
      case .labelBesideOthers: "beside another label"
      case .methodWithLabels: "where it has labels"
      case .methodListedAgain: "where it was superseded"
      case .methodBesideOthers: "beside another of its provider"
      case .methodAlsoElsewhere: "where another account has one with the same key"
      case .methodInOtherTenant: "where another tenant has one with the same key"
      case .methodUnlisted: "where it was superseded"
      case .keysLeft: "leaving keys"
      case .keysNotLeft: "not leaving keys"
      case .keysLeftInTenant: "leaving keys in a tenant"
      case .codesOfGoneAccount: "where it has codes"
      case .addressCleared: "to none"
      case .spellingKept: "without a spelling"
      case .spellingGiven: "with a spelling"
      case .profileReplaced: "in the place of another value"
      case .profileNotBlank: "where there is a value"
      case .sessionMadeRecent: "of an old session, as recent"
      case .sessionLeftOld: "of an old session, as old"
      case .codesOfOthers: "beside those of another account"
      case .codesOfOtherTenants: "beside those of another tenant"
      case .codesWithoutAddress: "of an account without an address"
      case .noticeSpelledOtherwise: "to an address that is shown otherwise"
      case .noticeToFormerAddress: "to an address that the set takes away"
      }
    return (write?.name.text ?? StoreDuty.outbox.word) + " " + situation
  }
}
