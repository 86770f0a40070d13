import LinkPolicy
import LinkPolicyStore
import LinkPolicyYAML
import SQLiteStore

// What deciding takes of a sign-in in SQLite, in memory and without waiting for a disk, and what it takes as a service grows.
let small = try Measured(accounts: 100, connections: 100)
small.print()
let large = try Measured(accounts: 1_000_000, connections: 5_000)
large.print()

for (what, part) in [
  ("deciding a returning sign-in", \Measured.decidingReturning),
  ("deciding a first sign-in", \.decidingFirst),
  ("look-up to change set of a returning sign-in", \.workingReturning),
  ("look-up to change set of a first sign-in", \.workingFirst),
  ("settling a returning sign-in", \.settlingReturning),
  ("settling a first sign-in", \.settlingFirst),
] as [(String, KeyPath<Measured, Double>)] {
  let ratio = large[keyPath: part] / small[keyPath: part]
  print("\(what): \(rounded(ratio)) times what it takes in the small one")
}
