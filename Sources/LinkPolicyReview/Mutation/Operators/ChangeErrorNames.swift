internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Loses an error's name on one platform.
struct ChangeErrorNames: MutationOperator {
  let name = "error-renamed"
  let summary = "gives an error another name on one platform"

  func mutants(of source: MutationSource) -> [Mutant] {
    var mutants: [Mutant] = []
    for (index, error) in source.document.errors.enumerated() {
      for (number, (platform, name)) in error.names.enumerated() {
        var document = source.document
        document.errors[index].names[number].name.value = Name(name.value.text + "-other")
        mutants.append(
          source.errorMutant(self.name, error, platform.value.text, document, "other name on "))
      }
    }
    return mutants
  }
}
