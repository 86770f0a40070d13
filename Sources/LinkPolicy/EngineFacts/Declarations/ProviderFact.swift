/// Who asserts.
package enum ProviderFact: NamedFact {
  package static var fact: EngineFact { .provider }
  package static var name: Name { "provider" }
  package static var meaning: Name {
    "who asserts; `other` is whoever only the family `\"*\"` lets in, and without that family there is no such value"
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
