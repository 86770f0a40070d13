/// What is attempted.
package enum ActionFact: NamedFact {
  package static var fact: EngineFact { .action }
  package static var name: Name { "action" }
  package static var meaning: Name {
    "what is attempted; in guards also the name of an action group"
  }

  package static func clause(of value: Name) -> String? { nil }

  package static func values(_ declared: DeclaredNames) -> [Name] { declared.actions }
}
