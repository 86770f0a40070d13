extension Vocabulary {
  /// Reads the settings that are given; the others keep their first value.
  ///
  /// - Throws: an ``InputError`` for a setting or a value that the policy does not declare.
  func read(_ settings: Settings, into facts: inout FactVector) throws(InputError) {
    let first = schema.settings.lowerBound
    for (name, value) in settings.values {
      guard let index = settingTable.number(of: name) else {
        let names = schema.facts[schema.settings].map { $0.name }
        throw InputError(
          .undeclared,
          "the policy declares no setting `" + name + "`"
            + Name.suggestion(
              for: name,
              among: names.map { Name(bytes: Array($0.bytes.dropFirst("setting.".utf8.count))) }))
      }
      let values = schema.facts[first + index].values
      guard let number = values.firstIndex(where: { value.hasSameBytes(as: $0) }) else {
        throw InputError(
          .undeclared,
          "setting `" + name + "` has no value `" + value + "`"
            + Name.suggestion(for: value, among: values))
      }
      facts[first + index] = number
    }
  }
}
