import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyStoreConformance
import LinkPolicyVectors
import Testing

/// A file that imports the former names alone compiles: each exports the module that has its contents.
@Suite("Former module names")
struct FormerNamesTests {
  @Test("the contents of LinkPolicyPresetsYAML are there")
  func presets() throws {
    #expect(try Presets.compiled(named: "firebase").name == "firebase")
  }

  @Test("the contents of LinkPolicyVectors and LinkPolicyStoreConformance are there")
  func testing() {
    #expect(RunReport(.junit).format == .junit)
    #expect(StoreConformance().policy == nil)
  }
}
