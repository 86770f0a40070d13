internal import Glibc
internal import LinkPolicyStore
internal import LinkPolicyTesting
internal import MemoryStore

/// A process of a race, which answers lines of the form `ATTEMPT TAG ID OUTSIDE DEATH`.
///
/// DEATH is the number of the store call at which the process kills itself; 0 means never, and -1 means after the commit
/// but before the answer.
enum RaceChild {
  static func answerLines<Store: CheckedStore & ~Copyable>(on store: consuming Store) {
    var death = 0
    var counted = 0
    var store = InterruptedStore(store) { (_, _) throws(StoreError) in
      counted += 1
      if counted == death {
        die()
      }
    }
    while let line = readLine() {
      let words = line.split(separator: " ").map { String($0) }
      guard words.count == 5, let place = Int(words[0]), RaceAttempt.all.indices.contains(place),
        let at = Int(words[4]), let request = RaceAttempt.all[place].request(in: words[1])
      else { return }
      (death, counted) = (at, 0)
      var settling = RaceSettling()
      settling.policy = RaceRound(tag: words[1]).policy
      settling.isOutside = words[3] == "1"
      settling.retries = Retries { RacePause.wait($0) }
      RacePause.wait(0)
      do throws(StoreError) {
        let answer = try settling.settle(request, once: words[2], on: &store)
        if death < 0 {
          die()
        }
        Output.write("\(answer.word) \(answer.newAccount ?? "-") \(answer.tries)\n")
      } catch {
        Output.write("error " + error.description + "\n")
      }
    }
  }

  private static func die() {
    kill(getpid(), SIGKILL)
  }
}
