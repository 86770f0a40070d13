internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The operator that swaps two neighboring entries in the order in which an action searches for accounts.
struct SwapPlaces: MutationOperator {
  let name = "places-swapped"
  let summary = "swaps two neighboring places of a search for accounts"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachSearch { index, search in
      // A search always begins with the credential, so the credential keeps the first place.
      search.places.indices.dropFirst(2).map { place in
        let words =
          search.places[place].value.text + " before " + search.places[place - 1].value.text
        return source.searchMutant(by: name, search: index, detail: words, summary: words) {
          $0.swapAt(place, place - 1)
        }
      }
    }
  }
}

/// The operator that removes an identifier from an action's search for accounts.
struct RemovePlace: MutationOperator {
  let name = "place-removed"
  let summary = "removes an identifier from a search for accounts"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachSearch { index, search in
      search.places.indices.filter { place in
        source.document.identifiers.contains { $0.name.value == search.places[place].value }
      }.map { place in
        let identifier = search.places[place].value.text
        return source.searchMutant(
          by: name, search: index, detail: identifier,
          summary: "does not search `" + identifier + "`"
        ) { $0.remove(at: place) }
      }
    }
  }
}

/// The operator that compares an identifier byte by byte instead of ignoring letter case.
struct DropFold: MutationOperator {
  let name = "fold-dropped"
  let summary = "compares an identifier by bytes instead of without case"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.document.identifiers.indices.filter { source.document.identifiers[$0].foldsCase }
      .map { index in
        var document = source.document
        document.identifiers[index].foldsCase = false
        let identifier = source.document.identifiers[index].name
        return Mutant(
          operation: name, row: nil, subject: "identifiers/" + identifier.value.text, detail: "",
          position: identifier.position, part: .everything, overriding: nil,
          reading: .comparison(identifier: index),
          variants: [.init(document: document, summary: "compared by bytes")])
      }
  }
}

extension MutationSource {
  /// Returns the mutants that a function makes for each declared search.
  fileprivate func eachSearch(
    _ make: (Int, SearchDeclaration) -> [Mutant]
  ) -> [Mutant] {
    document.searches.enumerated().flatMap { make($0.offset, $0.element) }
  }

  /// Returns a mutant that edits a declared search.
  fileprivate func searchMutant(
    by operation: String, search index: Int, detail: String, summary: String,
    _ edit: (inout [Located<Name>]) -> Void
  ) -> Mutant {
    var edited = document
    edit(&edited.searches[index].places)
    let search = document.searches[index]
    let table = policy.vocabulary.identifiers
    return Mutant(
      operation: operation, row: nil, subject: "find/" + search.action.value.text, detail: detail,
      position: search.action.position, part: .everything, overriding: nil,
      reading: .search(action: table.orders[index].action),
      variants: [.init(document: edited, summary: summary)])
  }
}
