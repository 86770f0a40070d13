internal import LinkPolicy
internal import LinkPolicyVectors

/// Which cases of the files are wanted.
struct CaseSelection {
  /// The id of the one case.
  let id: String?
  /// A statement that the cases prove.
  let proves: String?

  /// The options that select cases.
  static var options: [Option] {
    [idOption, .value("--proves", "X", "only the cases that prove it, such as L3")]
  }

  /// The option that selects one case.
  static var idOption: Option {
    .value("--id", "ID", "only the case of this id")
  }

  init(_ arguments: Arguments) {
    id = arguments.value("--id")
    proves = arguments.value("--proves")
  }

  func includes(_ vector: VectorCase) -> Bool {
    if let id, !id.hasSameBytes(as: vector.id) {
      return false
    }
    guard let proves else { return true }
    return vector.proves.contains { $0.hasSameBytes(as: proves) }
  }

  /// Why no case was found, with what was probably meant; nil where none was asked for.
  func explanation(ids: [Name], statements: [Name]) -> String? {
    var text = ""
    if let id {
      text = "no case has the id `" + id + "`"
      if proves != nil {
        text += " and proves what is asked for"
      } else if let nearest = Name.nearest(Name(id), to: ids) {
        text += "; did you mean `" + nearest.text + "`?"
      }
    } else if let proves {
      text = "no case proves `" + proves + "`"
      if let nearest = Name.nearest(Name(proves), to: statements) {
        text += "; did you mean `" + nearest.text + "`?"
      }
    }
    return text.isEmpty ? nil : text
  }
}
