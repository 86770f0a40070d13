/// The class of the asserted address's domain.
package enum DomainFact: NamedFact {
  package static var fact: EngineFact { .domain }
  package static var name: Name { "domain" }
  package static var meaning: Name {
    "the class of the asserted address's domain; `absent` without an address"
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
