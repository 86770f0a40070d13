import LinkPolicyJSON
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyCommands

/// What a review found that `mutate` promises and had never done.
@Suite("What a review missed in mutants")
struct ReviewMutantTests {
  /// The small policy, with vectors: each is the first sign-in of somebody else.
  private struct Suite {
    let scratch: Scratch
    let policy: String
    let vectors: String

    init() throws {
      scratch = try Scratch()
      policy = try scratch.write("small.yaml", Array(PolicyEdit.small().utf8))
      vectors = scratch.path("vectors.jsonl")
      try write([
        Self.vector(
          "first", of: policy,
          [
            #"{"attempt":{"action":"sign-in","provider":"pier.example","subject":"a"},"#
              + #""expect":{"outcome":"allowed"}}"#
          ])
      ])
    }

    static func vector(_ id: String, of policy: String, _ steps: [String]) -> String {
      #"{"id":"\#(id)","policy":"\#(policy)","steps":[\#(steps.joined(separator: ","))]}"# + "\n"
    }

    func write(_ lines: [String]) throws {
      try scratch.write("vectors.jsonl", Array(lines.joined().utf8))
    }

    func mutate(_ words: String...) -> ToolRun {
      ToolRun(["mutate", policy, vectors, "--stores", "40"] + words)
    }
  }

  @Test("findings/review.md 2: a removed row survives with a vector, and by it no longer does")
  func survivor() throws {
    let suite = try Suite()
    let row = ["--operator", "row-removed", "--row", "sign-in.federated/returning"]
    let run = suite.mutate(row[0], row[1], row[2], row[3], "--format", "json")
    let report = try run.json
    #expect(run.code == .findings && report["survived"]?.int == 1 && report["shown"]?.int == 1)
    let survivor = try #require(report.list("survivors").first)
    #expect(survivor["id"]?.text == "row-removed/sign-in.federated/returning")
    let line = try #require(survivor["vector"]?.text)
    let steps = try JSONDocument(Array(line.utf8), name: "vector").root.list("steps")
    #expect(steps.count == 2 && steps.allSatisfy { $0["expect"] == nil })

    // What is expected of the steps: whoever comes back is let in, to the account that he made.
    let expected = zip(steps, ["true", "false"]).map { step, isNew in
      let attempt = String(decoding: step["attempt"]?.line ?? [], as: UTF8.self)
      return #"{"attempt":\#(attempt),"expect":{"outcome":"allowed","new":\#(isNew)}}"#
    }
    try suite.write([Suite.vector("again", of: suite.policy, expected)])
    #expect(ToolRun("test", suite.vectors).code == .clean)
    let second = suite.mutate(row[0], row[1], row[2], row[3], "--format", "json")
    #expect(second.code == .clean, "\(second.output)")
    #expect(try second.json["killed"]?.int == 1)
  }

  @Test("findings/review.md 2: most survivors have a vector, and every summary adds up")
  func counts() throws {
    let suite = try Suite()
    var proved = 0
    for operation in ["row-removed", "condition-widened"] {
      let words = ["--operator", operation, "--limit"]
      let report = try suite.mutate(words[0], words[1], words[2], "1000", "--format", "json").json
      func count(_ key: String) throws -> Int { try #require(report[key]?.int, "\(key)") }
      let (survived, shown) = (try count("survived"), try count("shown"))
      #expect(try count("searched") == survived && shown * 10 > survived * 7, "\(operation)")
      let killed = try count("killed")
      let equivalent = try count("equivalent")
      #expect(try count("mutants") == killed + equivalent + survived, "\(operation)")
      #expect(try count("vectors") == 1 && survived > killed, "\(operation)")
      proved += equivalent
      for format in ["pretty", "markdown"] {
        let text = suite.mutate(words[0], words[1], words[2], "0", "--format", format).output
        let sums = "\(killed + equivalent + survived) mutants: \(killed) killed by 1 vector "
        let rest = ", \(equivalent) proved equivalent, \(survived) survive"
        #expect(text.contains(sums) && text.contains(rest), "\(operation): \(format)")
      }
    }
    #expect(proved > 0)
  }

  @Test("findings/review.md 10: vectors are looked for and played for few mutants, told how many")
  func bounds() throws {
    let suite = try Suite()
    let words = ["--operator", "allowed-instead", "--format", "json"]
    for (limit, searched) in [(nil, 20), ("3", 3)] {
      let further = limit.map { ["--limit", $0] } ?? []
      let asked = ["mutate", suite.policy, suite.vectors, "--stores", "10"]
      let report = try ToolRun(asked + words + further).json
      #expect(report["survived"]?.int ?? 0 > 20 && report["searched"]?.int == searched)
      // The one vector comes through one situation, and is played where that is answered otherwise.
      let played = report.list("survivors").compactMap { $0["played"]?.int }
      #expect(played.reduce(0, +) * 10 < played.count, "\(played)")
    }
  }
}
