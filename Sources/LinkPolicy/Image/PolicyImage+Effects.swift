extension PolicyImage {
  /// The effect whose number stands at a place.
  func effect(at place: Int) -> Effect {
    guard let effect = EffectWord(number: ImageFormat.low(words[place])) else {
      preconditionFailure("the numbers of effects are checked when an image is loaded")
    }
    switch effect.form {
    case .plain(let effect): return effect
    case .kinds:
      let arguments = words[place + 1..<place + 1 + ImageFormat.high(words[place])]
      return .drop(arguments.compactMap { MethodKind(rawValue: UInt8($0)) })
    case .purpose:
      return .sendCode(vocabulary.purposes.purposes[Int(words[place + 1])].purpose)
    case .label:
      let label = vocabulary.labels[Int(words[place + 1])]
      return .setLabel(
        name: label.name.value, value: label.values[Int(words[place + 2])].value)
    }
  }
}

extension EffectWord {
  /// The effect of a number in an image; nil where none has it.
  init?(number: Int) {
    guard let small = UInt8(exactly: number) else { return nil }
    self.init(rawValue: small)
  }
}
