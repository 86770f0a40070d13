internal import LinkPolicy

/// Conditions as rows write them, for messages.
struct ConditionText {
  let schema: FactSchema

  init(_ schema: FactSchema) {
    self.schema = schema
  }

  /// The most values that a message lists.
  private static var limit: Int { 6 }

  /// A condition, by what it leaves out where that is shorter: `account: {not: none}`.
  func text(_ fact: Int, _ values: ValueSet) -> String {
    let rest = ValueSet.all(schema.count(fact)).subtracting(values)
    let isShorter = !rest.isEmpty && rest.count < values.count
    let list = list(fact, isShorter ? rest : values)
    return schema.facts[fact].name.text + ": " + (isShorter ? "{not: " + list + "}" : list)
  }

  /// One value by its name, several as a list.
  func list(_ fact: Int, _ values: ValueSet) -> String {
    let names = values.values.map { schema.facts[fact].values[$0].text }
    guard names.count != 1 else { return names[0] }
    var text = ""
    for name in names.prefix(Self.limit) {
      text += (text.utf8.isEmpty ? "" : ", ") + name
    }
    return "[" + text + (names.count > Self.limit ? ", ...]" : "]")
  }
}
