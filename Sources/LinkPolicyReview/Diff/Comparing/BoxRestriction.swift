internal import LinkPolicy
internal import LinkPolicyAuthoring

/// A joint fact of which a box takes some classes alone.
struct BoxRestriction {
  let axis: CellAxis
  let classes: ValueSet

  /// Whether the box takes a joint value of the fact.
  func holds(_ value: Int) -> Bool {
    value >= 0 && classes.contains(axis.classOfValue[value])
  }

  /// Whether the box takes some values of an engine's fact and none of others, so that they have to be brought about.
  func asks<Value: FactWord>(for values: Value..., not others: Value...) -> Bool {
    values.contains { holds($0.rawValue) } && !others.contains { holds($0.rawValue) }
  }
}

extension PolicyDifference {
  /// The facts that a box restricts.
  func restrictions(of place: WitnessSearch.Place) -> [BoxRestriction] {
    let change = changes[place.change]
    let axes = comparisons[change.comparison].algebra.axes
    return zip(axes, change.boxes[place.box].box.classes)
      .filter { axis, classes in classes.count < axis.classCount }
      .map { BoxRestriction(axis: $0, classes: $1) }
  }
}
