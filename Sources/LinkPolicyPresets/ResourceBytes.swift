package import CLinkPolicyResources

extension [UInt8] {
  /// The bytes of a file that is part of the binary.
  ///
  /// The one place where memory is read on the word of C: what `#embed` has put there is as long as `sizeof` says, does
  /// not change and does not go away.
  package init(_ resource: LinkPolicyResource) {
    unsafe self.init(UnsafeBufferPointer(start: resource.bytes, count: resource.count))
  }

  /// The bytes of a file of this module.
  init(_ file: LinkPolicyPresetFile) {
    unsafe self.init(linkpolicy_preset(file))
  }
}
