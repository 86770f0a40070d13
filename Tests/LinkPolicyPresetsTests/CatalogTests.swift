import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyCatalog
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@Suite("The catalog of real systems")
struct CatalogTests {
  @Test("has every folder of Systems, under its name and no name of a shipped policy")
  func folders() throws {
    let entries = try FileManager.default.contentsOfDirectory(
      at: Project.file("Systems"), includingPropertiesForKeys: nil)
    let systems = entries.filter {
      FileManager.default.fileExists(atPath: $0.appending(path: "policy.yaml").path)
    }.map { $0.lastPathComponent }
    #expect(systems.count == 15)
    #expect(Catalog.names == systems.sorted())
    #expect(Set(Catalog.names).isDisjoint(with: Presets.names))
    for lookup in [Catalog.image, Catalog.yaml, Catalog.assumptions] {
      #expect(lookup("") == nil && lookup("firebase") == nil && lookup("Supabase") == nil)
    }
    #expect(Catalog.policy(named: "supabas") == nil)
  }

  @Test("has the files as they stand, and images of them", arguments: Catalog.names)
  func files(name: String) throws {
    let folder = Project.file("Systems").appending(path: name)
    let text = try #require(Catalog.yaml(named: name))
    #expect(try Data(contentsOf: folder.appending(path: "policy.yaml")) == Data(text))
    let assumptions = try #require(Catalog.assumptions(named: name))
    #expect(
      try Data(contentsOf: folder.appending(path: "assumptions.yaml")) == Data(assumptions))
    let compiled = try CompiledPolicy(
      PolicyText(text, name: name + ".yaml", finder: Presets.finder).document)
    #expect(Catalog.policy(named: name)?.name == name)
    let isSame = Catalog.image(named: name) == compiled.image
    #expect(isSame, "make the images again: make images")
  }
}
