#ifndef LINKPOLICY_CATALOG_H
#define LINKPOLICY_CATALOG_H

#include "resource.h"

/// The systems of the folder Systems.
typedef LINKPOLICY_CLOSED_ENUM {
  LinkPolicyCatalogSystemAuthJS,
  LinkPolicyCatalogSystemBetterAuth,
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
typedef struct {
  /// The policy as an image.
  LinkPolicyResource image;
  /// The policy as it is written.
  LinkPolicyResource text;
  /// What a proof about the policy may assume.
  LinkPolicyResource assumptions;
} LinkPolicyCatalogFiles;

/// The files of one of them.
LinkPolicyCatalogFiles linkpolicy_catalog(LinkPolicyCatalogSystem system);

#endif
