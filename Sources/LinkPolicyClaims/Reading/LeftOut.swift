/// What of a payload an assertion does not hold.
struct LeftOut {
  private(set) var notes: [ClaimsNote] = []
  var undeclared: [String] = []

  mutating func note(_ claim: String, _ reason: String) {
    notes.append(ClaimsNote(claim: claim, reason: reason))
  }
}
