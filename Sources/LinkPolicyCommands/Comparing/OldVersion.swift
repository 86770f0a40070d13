internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// The policy that a revision has in the place of one of the work tree.
///
/// A renamed file is the same policy. A policy that is new is compared with the policy that it extends.
enum OldVersion {
  /// A version, and its name to show.
  case found(PolicyText, named: String, as: Relation)
  /// No version; the policy extends none.
  case none
  /// Several files of the revision may have become this one.
  case ambiguous([String])

  /// Why a version is the old one.
  enum Relation: Equatable {
    case samePath
    case renamed
    /// The policy extends it, and has no old version of its own.
    case extended
  }
}

extension RevisionTree {
  /// The old version of a policy of the work tree.
  ///
  /// - Parameters:
  ///   - text: the policy as it is now.
  ///   - file: its path, as it was given.
  ///   - comparesExtended: whether a new policy is compared with the policy that it extends.
  /// - Returns: the old version, or why there is none.
  /// - Throws: an ``InvalidInput`` if an old version cannot be read.
  func oldVersion(
    of text: PolicyText, in file: String, comparesExtended: Bool
  ) throws(InvalidInput) -> OldVersion {
    let path = try self.path(of: file)
    if let old = try self.text(path) {
      return .found(old, named: revision + ":" + path, as: .samePath)
    }
    var found = try renamed(path).map { [$0] } ?? []
    for (deleted, old) in try deletedPolicies() where !found.contains(deleted) {
      let isSame = deleted.lowercased() == path.lowercased()
      if isSame || old.document.name.value == text.document.name.value {
        found.append(deleted)
      }
    }
    guard found.count < 2 else { return .ambiguous(found) }
    if let renamed = found.first, let old = try self.text(renamed) {
      return .found(old, named: revision + ":" + renamed, as: .renamed)
    }
    let files = text.document.sources.files
    guard comparesExtended, files.count > 1 else { return .none }
    return try extended(files[1])
  }

  /// The old version of the policy that a new one extends.
  private func extended(_ file: SourceMap.File) throws(InvalidInput) -> OldVersion {
    for name in Presets.names {
      if case .found(let shown, let bytes) = Presets.finder.found(name, ""), shown == file.name,
        bytes == file.bytes
      {
        return .found(try Presets.text(named: name), named: name, as: .extended)
      }
    }
    let base = try PolicyText(
      file.bytes, name: file.name,
      finder: .files(below: PolicyFinder.folder(of: file.name), names: Presets.finder))
    let old = try oldVersion(of: base, in: file.name, comparesExtended: true)
    guard case .found(let text, let name, _) = old else { return old }
    return .found(text, named: name, as: .extended)
  }

  /// The policies of the revision that the work tree does not have, by path.
  ///
  /// A file that does not load decided nothing.
  func deletedPolicies() throws(InvalidInput) -> [(path: String, text: PolicyText)] {
    var found: [(path: String, text: PolicyText)] = []
    for path in try deleted() where path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      do throws(InvalidInput) {
        if let text = try self.text(path) {
          found.append((path, text))
        }
      } catch {
        continue
      }
    }
    return found
  }

  /// The policies of the work tree that extend one of it, directly or through others, with their paths to
  /// open, and those that name it, loaded in the revision and load no longer.
  func dependents(
    of file: String, _ terminal: Terminal
  ) throws(InvalidInput) -> (policies: [(name: String, text: PolicyText)], broken: [String]) {
    let base = root + "/" + (try self.path(of: file))
    let needle = PolicyFinder.file(of: base)
    var policies: [(name: String, text: PolicyText)] = []
    var broken: [String] = []
    for path in Set(try candidates()).sorted() where root + "/" + path != base {
      let name = root + "/" + path
      guard let words = Self.readable(name, terminal), words.contains("extends:")
      else { continue }
      do throws(InvalidInput) {
        let text = try PolicySource(name).text(terminal)
        if text.document.sources.files.dropFirst().contains(where: { $0.name == base }) {
          policies.append((name, text))
        }
      } catch {
        if words.contains(needle), loaded(path) {
          broken.append(path)
        }
      }
    }
    return (policies, broken)
  }

  /// Whether the revision has a policy at a path.
  private func loaded(_ path: String) -> Bool {
    do throws(InvalidInput) {
      return try self.text(path) != nil
    } catch {
      return false
    }
  }

  /// The text of a file; nil if it has been deleted meanwhile, or is no text.
  private static func readable(_ name: String, _ terminal: Terminal) -> String? {
    do throws(InvalidInput) {
      return String(decoding: try InputBytes.read(name, terminal), as: UTF8.self)
    } catch {
      return nil
    }
  }
}

extension PolicyFinder {
  /// The last part of a path.
  fileprivate static func file(of path: String) -> String {
    path.split(separator: "/").last.map { String($0) } ?? path
  }
}
