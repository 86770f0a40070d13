extension SequenceComparison {
  /// Sequences whose ends differ in one way, and that part at one pair of rows.
  package struct Finding: Sendable {
    /// What kind of change the new end is.
    package var kind: ChangeKind
    /// How many of the sequences played end so.
    package var count: Int
    /// The shortest of them.
    package var witness: Witness
  }

  /// The two rows at which sequences part, and what differs there: all that comes of it has this one cause.
  package struct Cause: Sendable {
    /// What differs where they part.
    package var difference: EndingDifference
    /// What decides the step at which they part.
    package var answers: Sides<DescribedAnswer>
    /// What it comes to at their ends, the gravest first.
    package var findings: [Finding]

    /// How many sequences there are.
    package var count: Int { findings.reduce(0) { $0 + $1.count } }
    /// The shortest sequence.
    package var shortest: Witness {
      findings.dropFirst().reduce(findings[0].witness) { shortest, finding in
        finding.witness.steps.count < shortest.steps.count ? finding.witness : shortest
      }
    }
  }

  /// How far a comparison has come.
  package struct Progress: Sendable {
    /// The side whose policy is explored, or whose sequences are played.
    package var side: Side
    /// What there is of what is counted: stores, or sequences.
    package var done: Int
    package var all: Int
    package var isPlaying: Bool
  }
}
