#ifndef LINKPOLICY_CLAIMS_H
#define LINKPOLICY_CLAIMS_H

#include "resource.h"

/// The files of Sources/LinkPolicyClaims/Mappings: where each provider's payload holds what an assertion is made of.
typedef LINKPOLICY_CLOSED_ENUM {
  LinkPolicyClaimsFileGoogle,
  LinkPolicyClaimsFileApple,
  LinkPolicyClaimsFileFacebook,
  LinkPolicyClaimsFileFacebookLimited,
  LinkPolicyClaimsFileMicrosoft,
  LinkPolicyClaimsFileGitHub,
  LinkPolicyClaimsFileOIDC,
  LinkPolicyClaimsFileOIDCUserInfo,
  LinkPolicyClaimsFileSAML,
} LinkPolicyClaimsFile;

/// The bytes of one of them.
LinkPolicyResource linkpolicy_claims(LinkPolicyClaimsFile file);

#endif
