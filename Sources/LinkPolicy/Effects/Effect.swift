/// One change that a decision makes; the list is closed.
///
/// Effects are carried out in order, all or none, on the account that the attempt points to; the
/// creating ones make that account first.
public enum Effect: Sendable, Hashable {
  /// Makes an account with the asserted address, unverified, and the attempt's method.
  case create
  /// Makes an account with the attempt's method, leaving the address in the method.
  case createWithoutAddress
  /// Opens a session.
  case signIn
  /// Adds the attempt's method; its provider must not be there with another subject.
  case link
  /// Adds the attempt's method; another subject of its provider stops working.
  case replaceSubject
  /// Adds the attempt's method; another subject of its provider goes on working.
  case supersedeSubject
  /// Takes the credential from the account that holds it.
  case seizeCredential
  /// Stores this assertion with the method it came by.
  case refreshMethod
  /// Removes the method that the attempt names.
  case unlink
  /// Removes the methods that did not prove the account's address.
  case dropUnproven
  /// Removes the methods of these kinds.
  case drop([MethodKind])
  /// Removes the second factors.
  case dropFactors
  /// Stores the new password, adding the method where there is none.
  case setPassword
  /// Marks the address verified.
  case verifyEmail
  /// Marks the address unverified.
  case unverifyEmail
  /// Gives the account the asserted address, unverified where it differs.
  case setEmail
  /// Gives the account the asserted address where it has none, unverified.
  case adoptEmail
  /// Takes the address away.
  case clearEmail
  /// Fills blank profile values from the assertion.
  case fillProfile
  /// Replaces the profile; values not given are cleared.
  case overwriteProfile
  /// Ends every session opened before now.
  case revokeSessions
  /// Cancels pending e-mail changes, undo links and codes.
  case cancelPending
  /// Keeps the current address for an undo link.
  case rememberUndo
  /// Mails a code.
  case sendCode(CodePurpose)
  /// Gives the caller new tokens.
  case issueToken
  /// Ends the caller's session.
  case endSession
  /// Switches the account off.
  case disable
  /// Switches the account on.
  case enable
  /// Marks the account, or its method, with a value of a declared label.
  case setLabel(name: Name, value: Name)
  /// Tells the owner of the account.
  case notifyOwner
  /// Removes the account; subjects that were superseded are then keys whose account is gone.
  case delete
}
