/// The fact `action`: the action of an attempt, such as `sign-in`.
package enum ActionFact: NamedFact {
  package static var fact: EngineFact { .action }

  package static func values(_ declared: DeclaredNames) -> [Name] { declared.actions }
}

/// The fact `kind`: the kind of method that an attempt carries, such as `password`.
package enum KindFact: NamedFact {
  package static var fact: EngineFact { .kind }

  /// Returns the kinds in the order of the raw values of ``MethodKind``, followed by `none`.
  package static func values(_ declared: DeclaredNames) -> [Name] {
    MethodKind.allCases.map { $0.name } + ["none"]
  }
}

/// The fact `provider`: the provider of an attempt's assertion, such as `google.com`.
package enum ProviderFact: NamedFact {
  package static var fact: EngineFact { .provider }

  package static func values(_ declared: DeclaredNames) -> [Name] { declared.providers + ["none"] }
}

/// The fact `domain`: the declared set of domains that contains the domain of the asserted address; `other` if no set
/// contains this domain.
package enum DomainFact: NamedFact {
  package static var fact: EngineFact { .domain }

  package static func values(_ declared: DeclaredNames) -> [Name] {
    declared.domains + ["other", "absent"]
  }
}
