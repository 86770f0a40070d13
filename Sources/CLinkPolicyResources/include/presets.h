#ifndef LINKPOLICY_PRESETS_H
#define LINKPOLICY_PRESETS_H

#include "resource.h"

/// The files of Sources/LinkPolicyPresets: the policies that ship, as images and as they are written, and what
/// identity providers do.
typedef LINKPOLICY_CLOSED_ENUM {
  LinkPolicyPresetFileFirebaseImage,
  LinkPolicyPresetFileFirebaseEmulatorImage,
  LinkPolicyPresetFileHardenedImage,
  LinkPolicyPresetFileHardenedEventsImage,
  LinkPolicyPresetFileIdentityPlatformImage,
  LinkPolicyPresetFileFirebaseText,
  LinkPolicyPresetFileFirebaseEmulatorText,
  LinkPolicyPresetFileHardenedText,
  LinkPolicyPresetFileHardenedEventsText,
  LinkPolicyPresetFileIdentityPlatformText,
  LinkPolicyPresetFileAssumptions,
} LinkPolicyPresetFile;

/// The bytes of one of them.
LinkPolicyResource linkpolicy_preset(LinkPolicyPresetFile file);

#endif
