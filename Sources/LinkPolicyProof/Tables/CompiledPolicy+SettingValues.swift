internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

extension CompiledPolicy {
  /// That every setting has the value that is given, or else its first.
  func conditions(on settings: Settings) -> [ResolvedCondition] {
    document.settings.enumerated().map { place, setting in
      let given = settings.values.last { setting.name.value == Name($0.name) }
      let value = given.flatMap { given in
        setting.values.firstIndex { $0.value == Name(given.value) }
      }
      return ResolvedCondition(vocabulary.schema.settings.lowerBound + place, in: [value ?? 0])
    }
  }

  /// That every setting which is given has its value; others can have any.
  func conditions(onGiven settings: Settings) -> [ResolvedCondition] {
    zip(document.settings, conditions(on: settings)).filter { setting, _ in
      settings.values.contains { setting.name.value == Name($0.name) }
    }.map { $0.1 }
  }
}
