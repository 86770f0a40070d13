/// Who asserts.
package enum ProviderFact: NamedFact {
  package static var fact: EngineFact { .provider }
  package static var name: Name { "provider" }
  package static var meaning: Name {
    "who asserts; `other` is whoever only the family `\"*\"` lets in, and without that family there is no such value"
  }

  package static func values(_ declared: DeclaredNames) -> [Name] { declared.providers + ["none"] }
}
