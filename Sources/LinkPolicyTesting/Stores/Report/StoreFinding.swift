/// Something that a store did not do, and the first step that showed it.
public struct StoreFinding: Sendable {
  /// What it is about: a write, such as `drop-factors`, `requirement` and its kind, `version`, `outbox`, `outcome`,
  /// `password-hash` or `roll-back`; nil where the store changed something that the set did not speak of.
  public var subject: String? { duty?.word }
  /// What the rows are, and what they had to be, in lower case with ids and values in backticks.
  public let text: String
  /// The id of the vector.
  public let vector: String
  /// The number of its step, counted from 1.
  public let step: Int
  /// How many vectors show the same of the same subject.
  public internal(set) var count = 1
  /// What was not done.
  package let duty: StoreDuty?

  init(_ duty: StoreDuty?, _ text: String, vector: String, step: Int) {
    self.duty = duty
    self.text = text
    self.vector = vector
    self.step = step
  }

  /// One line for people, such as `after drop-factors the account u1 has 2 second factors instead of 0: vector f1402, step 2`.
  public var description: String {
    let more = count > 1 ? ", and \(count - 1) more" : ""
    return text + ": vector " + vector + ", step " + String(step) + more
  }
}
