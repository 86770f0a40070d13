extension FactValue {
  /// Whether the account has a method of the attempt's provider and kind, and if so, whether with the attempt's subject
  /// or another subject.
  package enum SameProvider: Int, FactWord {
    case none, sameSubject, otherSubject

    package var word: Name {
      switch self {
      case .none: "none"
      case .sameSubject: "same-subject"
      case .otherSubject: "other-subject"
      }
    }
  }
}

/// The fact `same-provider`: whether the account has a method of the attempt's provider and kind, with the attempt's
/// subject or another subject.
package enum SameProviderFact: FoundFact {
  package typealias Value = FactValue.SameProvider

  package static var fact: EngineFact { .sameProvider }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { false }
  package static var input: FactInput { .account }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed, let kind = reader.kind,
      let own = reader.ownMethod(of: account)
    else { return .none }
    if kind.isSubjectTheAddress {
      // For an attempt without an address, an identifier finds the account that holds the password.
      let isHolder = reader.holder.map { $0.id.hasSameBytes(as: account.id) } ?? false
      return reader.action.namesMethod || isHolder || reader.hasUsedAddress(account)
        ? .sameSubject : .otherSubject
    }
    guard let subject = reader.attempt.assertedSubject else { return .sameSubject }
    return account.methods[own].signsIn(subject) ? .sameSubject : .otherSubject
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}

extension FactValue {
  /// The number of methods of the account to which an attempt points: `none`, `one` or `more`.
  package enum Methods: Int, FactWord {
    case none, one, more

    package var word: Name {
      switch self {
      case .none: "none"
      case .one: "one"
      case .more: "more"
      }
    }
  }
}

/// The fact `methods`: the number of the account's methods, limited to the kinds that the policy counts.
package enum MethodsFact: FoundFact {
  package typealias Value = FactValue.Methods

  package static var fact: EngineFact { .methods }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { true }
  package static var input: FactInput { .account }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed else { return .none }
    // All methods that the attempt names count as one method, because an unlink removes them together.
    let namesMethod = reader.action.namesMethod
    let named = namesMethod ? reader.attempt.assertedSubject : nil
    var count = 0
    var hasNamed = false
    let methods = account.methods
    for index in methods.indices
    where reader.vocabulary.countedKinds.contains(methods[index].closedKind)
      && !methods[index].isSuperseded
    {
      if namesMethod, reader.hasProviderAndKind(of: methods[index]),
        named.map({ methods[index].signsIn($0) }) ?? true
      {
        hasNamed = true
      } else if !reader.isDisabled(methods[index]) {
        count += 1
      }
    }
    if hasNamed {
      count += 1
    }
    return count == 0 ? .none : count == 1 ? .one : .more
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}

extension FactValue {
  /// Whether the account to which an attempt points has a method of another provider or kind than the attempt's method.
  package enum OtherMethods: Int, FactWord {
    case none, some

    package var word: Name {
      switch self {
      case .none: "none"
      case .some: "some"
      }
    }
  }
}

/// The fact `other-methods`: whether the account has a method of another provider or kind than the attempt's method.
///
/// If the account has another method, the service can ask the account's owner to sign in with that method.
package enum OtherMethodsFact: FoundFact {
  package typealias Value = FactValue.OtherMethods

  package static var fact: EngineFact { .otherMethods }
  package static var unset: Value { .none }
  package static var looksAtFurtherMethods: Bool { true }
  package static var input: FactInput { .account }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed else { return .none }
    let methods = account.methods
    for index in methods.indices
    where methods[index].closedKind != .anonymous && !methods[index].isSuperseded
      && !reader.hasProviderAndKind(of: methods[index]) && !reader.isDisabled(methods[index])
    {
      return .some
    }
    return .none
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
