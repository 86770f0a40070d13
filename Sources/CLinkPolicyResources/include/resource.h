#ifndef LINKPOLICY_RESOURCE_H
#define LINKPOLICY_RESOURCE_H

/// The bytes of a file that is part of the binary, which holds it as it is.
///
/// The compiler of C reads such files where they stand, by `#embed`, in no time. As literals of Swift they took longer
/// to compile than the modules that they are for.
typedef struct {
  /// The first byte. All of them are there for as long as the program runs, and none changes.
  const unsigned char *_Nonnull bytes;
  /// How many there are: at least one, since the compiler takes no empty file.
  long count;
} LinkPolicyResource;

/// A set that Swift switches over without a default.
#define LINKPOLICY_CLOSED_ENUM enum __attribute__((enum_extensibility(closed)))

#endif
