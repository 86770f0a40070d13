internal import LinkPolicy

/// A cache for a tool that compiles a policy after each edit; the cache keeps the relations of accounts to attempts,
/// and the boxes.
///
/// Reading the relations takes most of the time of a compilation, but most edits change no declaration on which
/// relations depend. The key of the relations is the image's complete vocabulary section, so a policy never gets the
/// relations of another vocabulary.
package struct RelationMemory: Sendable {
  private struct MemoryEntry {
    var vocabulary: ImageSection
    var space: SituationSpace
  }

  /// The maximum number of vocabularies whose relations are kept, for example of a policy before and after an edit, and
  /// of the policies that it extends.
  private static var capacity: Int { 4 }

  /// The entries of the cache, with the most recently used entry last.
  private var entries: [MemoryEntry] = []

  /// Creates an empty memory.
  package init() {}

  /// Returns the space that was kept for an equal vocabulary; nil if no space was kept.
  mutating func space(for vocabulary: Vocabulary, hasSupersededMethods: Bool) -> SituationSpace? {
    let section = ImageWriter.vocabulary(vocabulary)
    let found = entries.firstIndex {
      $0.space.hasSupersededMethods == hasSupersededMethods && $0.vocabulary.isEqual(to: section)
    }
    guard let found else { return nil }
    entries.append(entries.remove(at: found))
    return entries.last?.space
  }

  /// Keeps a space with the relations that were read.
  mutating func keep(_ space: SituationSpace) {
    let section = ImageWriter.vocabulary(space.vocabulary)
    entries.removeAll {
      $0.space.hasSupersededMethods == space.hasSupersededMethods
        && $0.vocabulary.isEqual(to: section)
    }
    entries.append(MemoryEntry(vocabulary: section, space: space))
    if entries.count > Self.capacity {
      entries.removeFirst()
    }
  }
}

extension ImageSection {
  /// Returns whether two sections have the same content.
  fileprivate func isEqual(to other: ImageSection) -> Bool {
    words == other.words && texts.starts == other.texts.starts && texts.bytes == other.texts.bytes
  }
}
