/// The fact `action`: the action of an attempt, such as `sign-in`.
package enum ActionFact: NamedFact {
  package static var fact: EngineFact { .action }
  package static var name: Name { "action" }
  package static var meaning: Name {
    "the action that the attempt requests. Guards can also test a group of actions"
  }

  package static func clause(of value: Name) -> String? { nil }

  package static func values(_ declared: DeclaredNames) -> [Name] { declared.actions }
}

/// The fact `kind`: the kind of method that an attempt carries, such as `password`.
package enum KindFact: NamedFact {
  package static var fact: EngineFact { .kind }
  package static var name: Name { "kind" }
  package static var meaning: Name {
    "the attempt's kind of method. `none`: the attempt carries no method"
  }

  package static func clause(of value: Name) -> String? { nil }

  /// Returns the kinds in the order of the raw values of ``MethodKind``, followed by `none`.
  package static func values(_ declared: DeclaredNames) -> [Name] {
    MethodKind.allCases.map { $0.name } + ["none"]
  }
}

/// The fact `provider`: the provider of an attempt's assertion, such as `google.com`.
package enum ProviderFact: NamedFact {
  package static var fact: EngineFact { .provider }
  package static var name: Name { "provider" }
  package static var meaning: Name {
    "the provider of the attempt's method. `other`: the policy does not name the provider, but the family `\"*\"` admits it"
  }

  package static func clause(of value: Name) -> String? {
    if value == "none" {
      return "by no provider"
    }
    if value == "other" {
      return "by a provider that is not declared"
    }
    let isFamily = value.bytes.last == UInt8(ascii: "*")
    return (isFamily ? "by a provider of the family `" : "by `") + value.text + "`"
  }

  package static func values(_ declared: DeclaredNames) -> [Name] { declared.providers + ["none"] }
}

/// The fact `domain`: the declared set of domains that contains the domain of the asserted address; `other` if no set
/// contains this domain.
package enum DomainFact: NamedFact {
  package static var fact: EngineFact { .domain }
  package static var name: Name { "domain" }
  package static var meaning: Name {
    "the declared domain set of the asserted address. `absent`: the attempt asserts no usable address"
  }

  package static func clause(of value: Name) -> String? {
    if value == "absent" {
      return "without an address"
    }
    return value == "other"
      ? "at a domain of no declared set" : "at a domain of `" + value.text + "`"
  }

  package static func values(_ declared: DeclaredNames) -> [Name] {
    declared.domains + ["other", "absent"]
  }
}
