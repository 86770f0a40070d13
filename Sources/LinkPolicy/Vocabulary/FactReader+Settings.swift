extension FactReader {
  /// Reads the settings; a setting the situation does not give has its first value.
  mutating func readSettings() throws(InputError) {
    let first = vocabulary.schema.settings.lowerBound
    for setting in vocabulary.schema.settings {
      reading.facts[setting] = 0
    }
    for (name, value) in situation.settings.values {
      guard let index = vocabulary.settingTable.number(of: name) else {
        let names = vocabulary.schema.facts[vocabulary.schema.settings].map { $0.name }
        throw InputError(
          .undeclared,
          "the policy declares no setting `" + name + "`"
            + Name.suggestion(
              for: name,
              among: names.map { Name(bytes: Array($0.bytes.dropFirst("setting.".utf8.count))) }))
      }
      let values = vocabulary.schema.facts[first + index].values
      guard let number = values.firstIndex(where: { value.hasSameBytes(as: $0) }) else {
        throw InputError(
          .undeclared,
          "setting `" + name + "` has no value `" + value + "`"
            + Name.suggestion(for: value, among: values))
      }
      reading.facts[first + index] = number
    }
  }
}
