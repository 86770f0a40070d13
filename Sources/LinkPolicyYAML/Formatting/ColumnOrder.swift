internal import LinkPolicy

/// The keys that several rows share, in the order they all have them in.
struct ColumnOrder {
  /// The keys, up to the first that two rows have in different places.
  private(set) var columns: [Name] = []
  /// More columns than this fit on no line, and would only cost time.
  private static var most: Int { 20 }

  init(_ rows: [[Name]]) {
    var counts: [Name: Int] = [:]
    for key in rows.joined() {
      counts[key, default: 0] += 1
    }
    var disputed: Set<Name> = []
    for row in rows {
      var next = 0
      for key in row {
        if let index = columns.firstIndex(of: key) {
          if index < next {
            disputed.insert(key)
          } else {
            next = index + 1
          }
        } else if counts[key, default: 0] > 1, columns.count < Self.most {
          columns.insert(key, at: next)
          next += 1
        }
      }
    }
    columns = Array(columns.prefix { !disputed.contains($0) })
  }
}
