internal import LinkPolicy

/// The rows of a table by the classes of its widest fact, so that those that may overlap a row are
/// found without a look at each.
///
/// Of thousands of rows most are about a few values of one fact, and rows about other values cannot
/// overlap them. Nothing is joined here: what many rows match together can be far more intricate
/// than what two of them do.
struct RowIndex {
  /// For each row its classes of the fact; nil where there are too many to tell rows apart by.
  private var classesOfRow: [ValueSet?] = []
  /// For each class the rows that have it, and few others.
  private var rowsOfClass: [[Int]] = []
  /// The rows that have many classes, or all.
  private var wideRows: [Int] = []

  /// The most classes of a row that is found by them.
  private static var fewClasses: Int { 64 }

  init(_ rows: [CompiledRow], _ axes: [CellAxis]) {
    let widest = axes.max { $0.classCount < $1.classCount }
    rowsOfClass = [[Int]](repeating: [], count: widest?.classCount ?? 0)
    for (index, row) in rows.enumerated() {
      var classes: ValueSet?
      for condition in row.conditions {
        if let widest, condition.fact == widest.fact {
          let touched = widest.classes(touching: condition.values)
          classes = classes?.intersection(touched) ?? touched
        }
      }
      guard let few = classes, few.count <= Self.fewClasses else {
        classesOfRow.append(nil)
        wideRows.append(index)
        continue
      }
      classesOfRow.append(few)
      for number in few.values {
        rowsOfClass[number].append(index)
      }
    }
  }

  /// The rows before one that may match some of its cells, in their order.
  func rows(before index: Int) -> [Int] {
    guard let classes = classesOfRow[index] else { return Array(0..<index) }
    var found = Set(wideRows.prefix { $0 < index })
    for number in classes.values {
      found.formUnion(rowsOfClass[number].prefix { $0 < index })
    }
    return found.sorted()
  }
}
