package import LinkPolicy
package import LinkPolicyAuthoring

/// A difference between what two policies declare that no cell shows.
///
/// What conditions and answers come to is compared cell by cell; this is the rest: how attempts and
/// accounts are read and found, and what effects give them.
package struct DeclarationDifference: Sendable {
  /// Which part of the policies it is.
  package var part: DeclaredPart
  /// What is declared, such as `provider google.com`.
  package var subject: String
  /// What each policy says of it, in words; `-` for nothing.
  package var words: Sides<String>
  /// Where each says it; nil where it says nothing.
  package var positions: Sides<SourcePosition?>
  /// What it does to people and their accounts, as a sequence shows; `declares` alone where none was found and nothing
  /// proves that it does nothing.
  package internal(set) var kinds: [ChangeKind] = [.declares]
  /// A sequence that shows the difference, if one was found.
  package internal(set) var witness: Witness?

  /// Whether nothing goes by it.
  package var doesNothing: Bool { kinds == [.idles] }

  /// Whether no decision depends on it.
  var decidesNothing: Bool { doesNothing || kinds == [.unpins] || onlyPins }

  /// Whether it is a digest that is pinned, which changes with every text and takes no protection away.
  var onlyPins: Bool { kinds == [.pins] }

  /// What two policies declare otherwise, in the order in which policies are written.
  package static func all(_ policies: Sides<CompiledPolicy>) -> [DeclarationDifference] {
    var list = DeclarationList(policies)
    list.addProviders()
    list.addSettings()
    list.addLabels()
    list.addPurposes()
    list.addActions()
    list.addAddresses()
    list.addPools()
    list.addTables()
    list.addInvariants()
    list.addTenants()
    list.addStaleTickets()
    list.addPins()
    return list.differences
  }
}
