/// The class of the asserted address's domain.
package enum DomainFact: NamedFact {
  package static var fact: EngineFact { .domain }
  package static var name: Name { "domain" }
  package static var meaning: Name {
    "the class of the asserted address's domain; `absent` without an address"
  }

  package static func values(_ declared: DeclaredNames) -> [Name] {
    declared.domains + ["other", "absent"]
  }
}
