import Testing

@testable import LinkPolicy

@Suite struct NameNearestTests {
  private let candidates: [Name] = ["provider", "domain", "role", "rule", "when", "a"]

  @Test func nearNamesAreFound() {
    let pairs: [(Name, Name)] = [
      ("provder", "provider"), ("proivder", "provider"), ("PROVIDER", "provider"),
      ("providers", "provider"), ("domian", "domain"), ("Role", "role"), ("roel", "role"),
      ("rul", "rule"), ("wehn", "when"), ("hwen", "when"),
    ]
    for (name, nearest) in pairs {
      #expect(Name.nearest(name, to: candidates) == nearest, "\(name)")
    }
  }

  @Test func farNamesAreNot() {
    for name: Name in [
      "", "x", "zz", "email", "prv", Name(bytes: [UInt8](repeating: 97, count: 65)),
    ] {
      #expect(Name.nearest(name, to: candidates) == nil, "\(name)")
    }
    #expect(Name.nearest("role", to: [Name]()) == nil)
  }

  @Test func longerCandidatesMayLackMore() {
    #expect(Name.nearest("eror", to: ["errors", "rows"] as [Name]) == "errors")
    #expect(Name.nearest("eror", to: ["error", "errors"] as [Name]) == "error")
    #expect(Name.nearest("mode", to: ["modest"] as [Name]) == "modest")
    #expect(Name.nearest("mode", to: ["code-x"] as [Name]) == nil)
  }

  @Test func onlyTheFirstCandidatesAreCompared() {
    let far = (100..<1100).map { Name("zzzzz\($0)") }
    let lengths = (0..<5000).map { _ in Name("a") }
    #expect(Name.nearest("provider1", to: lengths + far.dropLast() + ["provider"]) == "provider")
    #expect(Name.nearest("provider1", to: far + ["provider"]) == nil)
    #expect(Name.nearest("provider1", to: far + ["provider"], comparing: .max) == "provider")
  }

  @Test func theFirstOfEqualsWins() {
    #expect(Name.nearest("rle", to: ["role", "rule"] as [Name]) == "role")
    #expect(Name.nearest("rle", to: ["rule", "role"] as [Name]) == "rule")
    #expect(Name.nearest("rle", to: ["rolex", "rule"] as [Name]) == "rule")
  }

  @Test func candidatesOfAnyLengthAreSafe() {
    let long = Name(bytes: [UInt8](repeating: 97, count: 100_000))
    #expect(Name.nearest("aaaa", to: [long, "", "aaab"] as [Name]) == "aaab")
  }
}
