import Foundation
import LinkPolicy
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyTesting

@Suite("Stories look as reviewed")
struct StoryTests {
  private func check(_ text: String, _ name: String) throws {
    #expect(Golden.difference(text, Fixtures.folder.appending(path: name)) == nil)
    for line in text.split(separator: "\n") {
      #expect(line.unicodeScalars.count <= Story.lineLength)
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test func storiesOfTheFixtures() throws {
    let player = Player(try Fixtures.policy())
    for vector in try Fixtures.cases() {
      try check(Story(player.play(vector)).text, vector.id + ".story.txt")
    }
  }

  @Test func theAccountsAfterEachStep() throws {
    let played = Player(try Fixtures.policy()).play(try Fixtures.cases()[0])
    try check(Story(played, showsEveryAccount: true).text, "f0001.accounts.txt")
  }

  @Test func colourIsWrittenOnlyWhenAskedFor() throws {
    let played = Player(try Fixtures.policy()).play(try Fixtures.cases()[0])
    let plain = Story(played).text
    let coloured = Story(played, isColoured: true).text
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[32mallowed"))
    let marks = ["\u{1B}[32m", "\u{1B}[31m", "\u{1B}[0m"]
    #expect(marks.reduce(coloured) { $0.replacing($1, with: "") } == plain)
  }

  @Test func textCannotDriveTheTerminal() throws {
    let vector = try Fixtures.vector(
      #"      - {attempt: {action: "a b"}, expect: {outcome: refused}}"#)
    var copy = vector
    copy.title = "x\u{1B}[2Jy\u{202E}z"
    let text = Story(Player(try Fixtures.policy()).play(copy)).text
    #expect(text.contains("x·[2Jy·z"))
  }
}
