#include "presets.h"

static const unsigned char firebase_image[] = {
#embed "../LinkPolicyPresets/Images/firebase.image"
};

static const unsigned char firebase_emulator_image[] = {
#embed "../LinkPolicyPresets/Images/firebase-emulator.image"
};

static const unsigned char hardened_image[] = {
#embed "../LinkPolicyPresets/Images/hardened.image"
};

static const unsigned char hardened_events_image[] = {
#embed "../LinkPolicyPresets/Images/hardened-events.image"
};

static const unsigned char identity_platform_image[] = {
#embed "../LinkPolicyPresets/Images/identity-platform.image"
};

static const unsigned char firebase_text[] = {
#embed "../LinkPolicyPresets/Policies/firebase.yaml"
};

static const unsigned char firebase_emulator_text[] = {
#embed "../LinkPolicyPresets/Policies/firebase-emulator.yaml"
};

static const unsigned char hardened_text[] = {
#embed "../LinkPolicyPresets/Policies/hardened.yaml"
};

static const unsigned char hardened_events_text[] = {
#embed "../LinkPolicyPresets/Policies/hardened-events.yaml"
};

static const unsigned char identity_platform_text[] = {
#embed "../LinkPolicyPresets/Policies/identity-platform.yaml"
};

static const unsigned char assumptions[] = {
#embed "../LinkPolicyPresets/Assumptions/default.yaml"
};

// A file of the set whose bytes are not given here does not compile.
#pragma clang diagnostic error "-Wswitch"
LinkPolicyResource linkpolicy_preset(LinkPolicyPresetFile file) {
  switch (file) {
  case LinkPolicyPresetFileFirebaseImage:
    return (LinkPolicyResource){firebase_image, sizeof firebase_image};
  case LinkPolicyPresetFileFirebaseEmulatorImage:
    return (LinkPolicyResource){firebase_emulator_image, sizeof firebase_emulator_image};
  case LinkPolicyPresetFileHardenedImage:
    return (LinkPolicyResource){hardened_image, sizeof hardened_image};
  case LinkPolicyPresetFileHardenedEventsImage:
    return (LinkPolicyResource){hardened_events_image, sizeof hardened_events_image};
  case LinkPolicyPresetFileIdentityPlatformImage:
    return (LinkPolicyResource){identity_platform_image, sizeof identity_platform_image};
  case LinkPolicyPresetFileFirebaseText:
    return (LinkPolicyResource){firebase_text, sizeof firebase_text};
  case LinkPolicyPresetFileFirebaseEmulatorText:
    return (LinkPolicyResource){firebase_emulator_text, sizeof firebase_emulator_text};
  case LinkPolicyPresetFileHardenedText:
    return (LinkPolicyResource){hardened_text, sizeof hardened_text};
  case LinkPolicyPresetFileHardenedEventsText:
    return (LinkPolicyResource){hardened_events_text, sizeof hardened_events_text};
  case LinkPolicyPresetFileIdentityPlatformText:
    return (LinkPolicyResource){identity_platform_text, sizeof identity_platform_text};
  case LinkPolicyPresetFileAssumptions:
    return (LinkPolicyResource){assumptions, sizeof assumptions};
  }
  __builtin_trap();
}
