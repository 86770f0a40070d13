package import LinkPolicy

extension JSONWriter {
  /// Writes an effect as a policy does: a word, or an object with the word and its argument.
  package mutating func effect(_ effect: Effect) {
    let word = effect.word
    let arguments = effect.arguments
    switch effect {
    case .drop:
      beginObject()
      key(word)
      beginArray()
      for argument in arguments {
        string(argument)
      }
      endArray()
      endObject()
    case .sendCode(let purpose):
      beginObject()
      key(word)
      string(purpose.name)
      endObject()
    case .setLabel(let name, let value):
      beginObject()
      key(word)
      beginObject()
      key(name)
      string(value)
      endObject()
      endObject()
    default:
      string(word)
    }
  }
}
