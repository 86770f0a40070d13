#include "claims.h"

static const unsigned char google[] = {
#embed "../LinkPolicyClaims/Mappings/google.json"
};

static const unsigned char apple[] = {
#embed "../LinkPolicyClaims/Mappings/apple.json"
};

static const unsigned char facebook[] = {
#embed "../LinkPolicyClaims/Mappings/facebook.json"
};

static const unsigned char facebook_limited[] = {
#embed "../LinkPolicyClaims/Mappings/facebook-limited.json"
};

static const unsigned char microsoft[] = {
#embed "../LinkPolicyClaims/Mappings/microsoft.json"
};

static const unsigned char github[] = {
#embed "../LinkPolicyClaims/Mappings/github.json"
};

static const unsigned char oidc[] = {
#embed "../LinkPolicyClaims/Mappings/oidc.json"
};

static const unsigned char oidc_user_info[] = {
#embed "../LinkPolicyClaims/Mappings/oidc-user-info.json"
};

static const unsigned char saml[] = {
#embed "../LinkPolicyClaims/Mappings/saml.json"
};

// A file of the set whose bytes are not given here does not compile.
#pragma clang diagnostic error "-Wswitch"
LinkPolicyResource linkpolicy_claims(LinkPolicyClaimsFile file) {
  switch (file) {
  case LinkPolicyClaimsFileGoogle:
    return (LinkPolicyResource){google, sizeof google};
  case LinkPolicyClaimsFileApple:
    return (LinkPolicyResource){apple, sizeof apple};
  case LinkPolicyClaimsFileFacebook:
    return (LinkPolicyResource){facebook, sizeof facebook};
  case LinkPolicyClaimsFileFacebookLimited:
    return (LinkPolicyResource){facebook_limited, sizeof facebook_limited};
  case LinkPolicyClaimsFileMicrosoft:
    return (LinkPolicyResource){microsoft, sizeof microsoft};
  case LinkPolicyClaimsFileGitHub:
    return (LinkPolicyResource){github, sizeof github};
  case LinkPolicyClaimsFileOIDC:
    return (LinkPolicyResource){oidc, sizeof oidc};
  case LinkPolicyClaimsFileOIDCUserInfo:
    return (LinkPolicyResource){oidc_user_info, sizeof oidc_user_info};
  case LinkPolicyClaimsFileSAML:
    return (LinkPolicyResource){saml, sizeof saml};
  }
  __builtin_trap();
}
