import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyCompiler

/// Swift source of policies.
@Suite("Accessors of a policy")
struct PolicyAccessorsTests {
  private static func policy(_ text: String) throws -> CompiledPolicy {
    try CompiledPolicy(PolicyText(Array(text.utf8), name: "p.yaml", finder: .none).document)
  }

  private static func text(
    title: String = "t", error: String = "no", provider: String = "a.example"
  ) -> String {
    """
    linkpolicy: 1
    name: test
    title: \(title)
    providers: {\(provider): {kind: federated}}
    decisions: {sign-in: {rows: [{id: any, refuse: \(error)}]}}
    errors: {\(error): {}}
    """
  }

  @Test("the engine's own refusals have a case each, and one that the policy declares too has one")
  func engine() throws {
    for declared in ["no", "start-again", "impossible-situation"] {
      let source = try PolicyAccessors(
        Self.policy(Self.text(error: declared)), type: "T", file: "t.yaml"
      ).source().text
      for code in ["start-again", "impossible-situation", "unforeseen-situation", declared] {
        #expect(source.split(separator: " = \"\(code)\"\n").count == 2, "\(declared): \(code)")
      }
    }
  }

  @Test(
    "each shipped policy has a case for every refusal, provider and setting, and its own image",
    arguments: Presets.names)
  func shipped(name: String) throws {
    let policy = try Presets.compiled(named: name)
    let source = try PolicyAccessors(policy, type: "Shipped", file: name + ".yaml").source().text
    for error in policy.document.errors {
      #expect(source.contains(" = \"\(error.name.value.text)\"\n"))
    }
    for provider in policy.document.providers {
      #expect(
        source.contains(" = \"\(provider.id.value.text)\"\n") == !provider.id.value.text.hasSuffix(
          "*"))
    }
    for setting in policy.document.settings {
      #expect(source.contains("(name: \"\(setting.name.value.text)\", value: values."))
      #expect(source.contains(", by default `\(setting.values[0].value.text)`."))
    }
    #expect(source.contains("static let digest = \"\(policy.digest.text)\""))
    let image = try #require(
      source.split(separator: "image = \"").last?.split(separator: "\"").first)
    #expect(try Policy(imageText: String(image)).digest == policy.digest)
    #expect(Base64.bytes(of: String(image)) == policy.image)
  }

  @Test("each input has a property, and a required one has no default")
  func inputs() throws {
    let declared = Self.text().replacing(
      "decisions:",
      with: """
        inputs:
          hook: {values: [veto, pass], by: service}
          second-factor: {values: [absent, right], by: session, required: yes}
        decisions:
        """)
    let source = try PolicyAccessors(Self.policy(declared), type: "T", file: "t.yaml").source().text
    #expect(
      source.contains(
        """
          /// The inputs, each with its first value until it is set, unless it is required.
          struct InputValues: Swift.Sendable {
            /// The values of `hook`.
            enum HookValue: Swift.String, Swift.CaseIterable, Swift.Sendable {
              case veto = "veto"
              case pass = "pass"
            }

        """))
    #expect(source.contains("    var hook: HookValue = .veto\n"))
    #expect(source.contains("    var secondFactor: SecondFactorValue\n  }\n"))
    #expect(
      source.contains("static func inputs(_ values: InputValues) -> LinkPolicy.Inputs {\n"))
    #expect(source.contains("(name: \"second-factor\", value: values.secondFactor.rawValue),\n"))
  }

  @Test(
    "nothing of a policy ends its comment or its literal",
    arguments: [
      #"'*/ \(fatalError()) "'"#, #""a\nlet evil = 1""#, #""a\tb""#,
      #""übel ✓""#, #"'\'"#,
    ])
  func hostile(title: String) throws {
    let plain = try PolicyAccessors(Self.policy(Self.text()), type: "A", file: "f.yaml").source()
      .text
    let policy = try Self.policy(Self.text(title: title))
    let source = try PolicyAccessors(policy, type: "A", file: "f\n.yaml").source().text
    #expect(source.split(separator: "\n").count == plain.split(separator: "\n").count)
    #expect(source.unicodeScalars.allSatisfy { $0 == "\n" || (" "..."~").contains($0) })
  }

  @Test("a name that Swift cannot have is found at its place")
  func names() throws {
    let policy = try Self.policy(Self.text(error: "allCases"))
    let error = #expect(throws: InvalidInput.self) {
      try PolicyAccessors(policy, type: "A", file: "f").source()
    }
    let found = try #require(error?.diagnostics.first)
    #expect(found.code == .noSwiftName && found.message.contains("`allCases`"))
    #expect(found.position?.line == 6 && found.position?.column == 10)
  }
}
