// Usage: Growth IMAGE QUESTIONS COUNT
//
// Decides attempts under the policy of an image, one after the other and as often as is said, and prints the nanoseconds
// of one. A question is a line with a provider and an address that an account holds.
import Foundation
import LinkPolicy

let arguments = CommandLine.arguments
guard arguments.count == 4, let count = Int(arguments[3]) else {
  fatalError("write the image, the questions, and how often they are asked")
}
let policy = try Policy(image: Array(Data(contentsOf: URL(fileURLWithPath: arguments[1]))))
let lines = try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n")
var questions: [AnsweredLookup] = []
for line in lines {
  let words = line.split(separator: " ").map { String($0) }
  let attempt = Attempt(
    .signIn,
    with: Assertion(
      verified: words[0], subject: "1", addresses: [AddressRecord(words[1])], nonce: .matched))
  let holder = Account(
    id: "u1", version: 1, tenant: nil, email: words[1], isEmailVerified: false, state: .active,
    epoch: 0, methods: [], labels: [])
  questions.append(
    try policy.lookup(for: attempt, by: .nobody, under: [:]).answered(
      credential: .nobody, addresses: [[holder]], session: .notAsked, target: .notAsked,
      code: .notAsked, method: .notAsked))
}
var allowed = 0
let start = clock()
for index in 0..<count {
  allowed += try policy.decide(questions[index % questions.count]).isAllowed ? 1 : 0
}
let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
// Of the attempts some are to be allowed and some refused, or not the policy's rows are measured.
precondition(count == 0 || (allowed > 0 && allowed < count), "\(allowed) of \(count) are allowed")
print(Int((seconds * 1e9 / Double(max(count, 1))).rounded()))
