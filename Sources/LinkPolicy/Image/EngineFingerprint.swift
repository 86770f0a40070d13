/// What an image and the library that reads it must agree about and what no image says: the facts
/// of the engine with their values, the kinds, the actions and the purposes that every policy has.
///
/// Worked out from the declarations, so that whoever adds a fact or an action makes older images
/// ones of another engine, and need not remember to.
enum EngineFingerprint {
  /// The checksum of all of it.
  static var current: UInt32 {
    var checksum = ImageChecksum()
    // The facts of a policy that declares nothing.
    let schema = FactSchema(
      actions: [], providers: [], domains: [], claims: [], settings: [], labels: [], derived: [])
    for fact in schema.facts {
      checksum.add(fact.name)
      for value in fact.values {
        checksum.add(value)
      }
    }
    for action in ActionDefinition.standard {
      add(action, to: &checksum)
    }
    for entry in PurposeTable.standard {
      checksum.add(entry.purpose.name)
      checksum.add(UInt32(entry.treatment.recipient.rawValue))
      checksum.add(UInt32(entry.treatment.owner.rawValue))
      checksum.add(UInt32(entry.treatment.staleness.rawValue))
    }
    for remedy in Remedy.allCases {
      checksum.add(remedy.name)
    }
    for disclosure in Disclosure.allCases {
      checksum.add(disclosure.name)
    }
    return checksum.value
  }

  private static func add(_ action: ActionDefinition, to checksum: inout ImageChecksum) {
    checksum.add(action.name)
    checksum.add(UInt32(action.pointsTo.rawValue))
    checksum.add(ImageFormat.bits(of: action.kinds.kinds))
    checksum.add(UInt32(action.address.rawValue))
    for isSo in [action.checksSecret, action.namesMethod, action.requestsLink] {
      checksum.add(isSo ? 1 : 0)
    }
    checksum.add(action.takes?.name ?? "")
  }
}
