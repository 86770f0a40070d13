/// The kind of sign-in that an attempt carries.
package enum KindFact: NamedFact {
  package static var fact: EngineFact { .kind }
  package static var name: Name { "kind" }
  package static var meaning: Name {
    "the kind of sign-in the attempt carries; none where it carries none"
  }

  package static func clause(of value: Name) -> String? { nil }

  /// The raw values of ``MethodKind`` are the first of these.
  package static func values(_ declared: DeclaredNames) -> [Name] {
    MethodKind.allCases.map { $0.name } + ["none"]
  }
}
