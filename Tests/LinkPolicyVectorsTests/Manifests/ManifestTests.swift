import Foundation
import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyTesting

@Suite("Manifests are read strictly")
struct ManifestTests {
  private static let digest = String(repeating: "0", count: 64)

  static let full = """
    {"format": "linkpolicy-vectors/1", "suite": "s", "version": "1.2.3", "title": "t",
     "license": "Apache-2.0", "ids": "inputs", "id-prefix": "f",
     "flags": {"F": {"bugType": "LOCKOUT", "description": "d", "links": ["l"]}},
     "policies": [{"name": "p", "digest": "\(digest)"}],
     "shards": [{"path": "a/b.jsonl", "tier": "smoke", "count": 1, "sha256": "\(digest)"}],
     "retired": ["x"], "index": "index.json",
     "generator": {"name": "g", "version": "1", "seed": 7, "command": "c"}}
    """

  private func findings(_ text: String) -> [String] {
    do throws(InvalidInput) {
      _ = try SuiteManifest(Array(text.utf8), name: "suite.json")
      return []
    } catch {
      return error.diagnostics.map { finding in
        let place = finding.position.map { error.sources.describe($0) } ?? "-"
        return "\(place) \(finding.code.name): \(finding.message)"
      }
    }
  }

  @Test("with everything there is")
  func everything() throws {
    let manifest = try SuiteManifest(Array(Self.full.utf8), name: "suite.json")
    #expect(manifest.suite == "s" && manifest.version == "1.2.3" && manifest.ids == .inputs)
    #expect(manifest.flags.map { $0.bugType } == [.lockout] && manifest.flags[0].links == ["l"])
    #expect(manifest.shards.map { $0.path } == ["a/b.jsonl"] && manifest.shards[0].tier == .smoke)
    #expect(manifest.retired == ["x"] && manifest.index == "index.json")
    #expect(manifest.generator?.seed == 7 && manifest.idPrefix == "f")
  }

  @Test("what is read is written again as the same text")
  func written() throws {
    let manifest = try SuiteManifest(Array(Self.full.utf8), name: "suite.json")
    let again = try SuiteManifest(manifest.bytes, name: "suite.json")
    #expect(again.bytes == manifest.bytes)
    let folder = Project.file("vectors")
    for suite in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: suite).appending(path: "suite.json")
      guard let data = try? Data(contentsOf: file) else { continue }
      #expect(try SuiteManifest(Array(data), name: suite).bytes == Array(data), "\(suite)")
    }
  }

  @Test("one thing wrong at a time")
  func refusals() {
    let cases: [(String, String, String)] = [
      ("vectors/1", "vectors/2", "1:12 suite-format: expected `linkpolicy-vectors/1` in `format`"),
      ("\"1.2.3\"", "\"1.2\"", "1:61 suite-format: `1.2` is no version"),
      ("\"1.2.3\"", "\"01.2.3\"", "1:61 suite-format: `01.2.3` is no version"),
      ("\"1.2.3\"", "1", "1:61 json-wrong-type: expected a string in `version`, found a number"),
      ("\"s\"", "\"\"", "1:45 json-unknown-value: `suite` is empty"),
      ("\"title\"", "\"titel\"", "1:70 json-unknown-key: unknown key `titel`"),
      ("\"inputs\"", "\"input\"", "2:34 json-unknown-value: unknown value `input` in `ids`"),
      ("LOCKOUT", "LOOKOUT", "3:29 json-unknown-value: unknown value `LOOKOUT` in `bugType`"),
      ("\"bugType\": \"LOCKOUT\", ", "", "3:17 json-missing-key: the key `bugType` is missing"),
      ("\"d\"", "\"\"", "3:55 json-unknown-value: `description` is empty"),
      ("smoke", "smok", "5:43 json-unknown-value: unknown value `smok` in `tier`"),
      ("\"count\": 1", "\"count\": 0", "5:61 json-wrong-type: expected an integer in `count`"),
      (
        "\"sha256\": \"0", "\"sha256\": \"A",
        "5:74 json-unknown-value: expected 64 digits 0-9 and a-f in `sha256`"
      ),
      ("index.json", "../index.json", "6:29 suite-path: `../index.json` leads out of"),
      ("\"seed\": 7", "\"seed\": 7.5", "7:53 json-wrong-type: expected an integer in `seed`"),
      (", \"policies\"", ", \"policie\"", ""),
    ]
    for (old, new, expected) in cases where !expected.isEmpty {
      let found = findings(Self.full.replacing(old, with: new))
      #expect(found.first?.hasPrefix("suite.json:" + expected) == true, "\(new): \(found)")
    }
    let twice = Self.full.replacing(/"shards": \[(.*?)\],/) { "\"shards\": [\($0.1), \($0.1)]," }
    #expect(findings(twice).first?.contains("suite-path: `a/b.jsonl` is listed twice") == true)
    let none = Self.full.replacing(/"shards": \[.*?\],/, with: "\"shards\": [],")
    #expect(findings(none).first?.contains("the suite has no shard") == true)
    for text in ["", "[]", "{}", "{", Self.full + "x"] {
      #expect(!findings(text).isEmpty, "\(text)")
    }
  }
}
