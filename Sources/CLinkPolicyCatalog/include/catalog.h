#ifndef LINKPOLICY_CATALOG_H
#define LINKPOLICY_CATALOG_H

#include "resource.h"

/// The systems of the folder Systems.
typedef LINKPOLICY_CLOSED_ENUM {
  LinkPolicyCatalogSystemAuthJS,
  LinkPolicyCatalogSystemBetterAuth,
  LinkPolicyCatalogSystemClerk,
  LinkPolicyCatalogSystemDiscourse,
  LinkPolicyCatalogSystemDjangoAllauth,
  LinkPolicyCatalogSystemGitea,
  LinkPolicyCatalogSystemGrafana,
  LinkPolicyCatalogSystemKeycloak,
  LinkPolicyCatalogSystemKratos,
  LinkPolicyCatalogSystemLogto,
  LinkPolicyCatalogSystemMastodon,
  LinkPolicyCatalogSystemPocketbase,
  LinkPolicyCatalogSystemSupabase,
  LinkPolicyCatalogSystemVaultwarden,
  LinkPolicyCatalogSystemZitadel,
} LinkPolicyCatalogSystem;

/// The files of a system.
typedef LINKPOLICY_CLOSED_ENUM {
  /// The policy as an image.
  LinkPolicyCatalogFileImage,
  /// The policy as it is written.
  LinkPolicyCatalogFileText,
  /// What a proof about the policy may assume.
  LinkPolicyCatalogFileAssumptions,
} LinkPolicyCatalogFile;

/// The bytes of a file of a system.
LinkPolicyResource linkpolicy_catalog(LinkPolicyCatalogSystem system, LinkPolicyCatalogFile file);

#endif
