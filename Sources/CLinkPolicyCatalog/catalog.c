#include "catalog.h"

static const unsigned char auth_js_image[] = {
#embed "../LinkPolicyCatalog/Images/auth-js.image"
};

static const unsigned char auth_js_text[] = {
#embed "../../Systems/auth-js/policy.yaml"
};

static const unsigned char auth_js_assumptions[] = {
#embed "../../Systems/auth-js/assumptions.yaml"
};

static const unsigned char better_auth_image[] = {
#embed "../LinkPolicyCatalog/Images/better-auth.image"
};

static const unsigned char better_auth_text[] = {
#embed "../../Systems/better-auth/policy.yaml"
};

static const unsigned char better_auth_assumptions[] = {
#embed "../../Systems/better-auth/assumptions.yaml"
};

static const unsigned char clerk_image[] = {
#embed "../LinkPolicyCatalog/Images/clerk.image"
};

static const unsigned char clerk_text[] = {
#embed "../../Systems/clerk/policy.yaml"
};

static const unsigned char clerk_assumptions[] = {
#embed "../../Systems/clerk/assumptions.yaml"
};

static const unsigned char discourse_image[] = {
#embed "../LinkPolicyCatalog/Images/discourse.image"
};

static const unsigned char discourse_text[] = {
#embed "../../Systems/discourse/policy.yaml"
};

static const unsigned char discourse_assumptions[] = {
#embed "../../Systems/discourse/assumptions.yaml"
};

static const unsigned char django_allauth_image[] = {
#embed "../LinkPolicyCatalog/Images/django-allauth.image"
};

static const unsigned char django_allauth_text[] = {
#embed "../../Systems/django-allauth/policy.yaml"
};

static const unsigned char django_allauth_assumptions[] = {
#embed "../../Systems/django-allauth/assumptions.yaml"
};

static const unsigned char gitea_image[] = {
#embed "../LinkPolicyCatalog/Images/gitea.image"
};

static const unsigned char gitea_text[] = {
#embed "../../Systems/gitea/policy.yaml"
};

static const unsigned char gitea_assumptions[] = {
#embed "../../Systems/gitea/assumptions.yaml"
};

static const unsigned char grafana_image[] = {
#embed "../LinkPolicyCatalog/Images/grafana.image"
};

static const unsigned char grafana_text[] = {
#embed "../../Systems/grafana/policy.yaml"
};

static const unsigned char grafana_assumptions[] = {
#embed "../../Systems/grafana/assumptions.yaml"
};

static const unsigned char keycloak_image[] = {
#embed "../LinkPolicyCatalog/Images/keycloak.image"
};

static const unsigned char keycloak_text[] = {
#embed "../../Systems/keycloak/policy.yaml"
};

static const unsigned char keycloak_assumptions[] = {
#embed "../../Systems/keycloak/assumptions.yaml"
};

static const unsigned char kratos_image[] = {
#embed "../LinkPolicyCatalog/Images/kratos.image"
};

static const unsigned char kratos_text[] = {
#embed "../../Systems/kratos/policy.yaml"
};

static const unsigned char kratos_assumptions[] = {
#embed "../../Systems/kratos/assumptions.yaml"
};

static const unsigned char logto_image[] = {
#embed "../LinkPolicyCatalog/Images/logto.image"
};

static const unsigned char logto_text[] = {
#embed "../../Systems/logto/policy.yaml"
};

static const unsigned char logto_assumptions[] = {
#embed "../../Systems/logto/assumptions.yaml"
};

static const unsigned char mastodon_image[] = {
#embed "../LinkPolicyCatalog/Images/mastodon.image"
};

static const unsigned char mastodon_text[] = {
#embed "../../Systems/mastodon/policy.yaml"
};

static const unsigned char mastodon_assumptions[] = {
#embed "../../Systems/mastodon/assumptions.yaml"
};

static const unsigned char pocketbase_image[] = {
#embed "../LinkPolicyCatalog/Images/pocketbase.image"
};

static const unsigned char pocketbase_text[] = {
#embed "../../Systems/pocketbase/policy.yaml"
};

static const unsigned char pocketbase_assumptions[] = {
#embed "../../Systems/pocketbase/assumptions.yaml"
};

static const unsigned char supabase_image[] = {
#embed "../LinkPolicyCatalog/Images/supabase.image"
};

static const unsigned char supabase_text[] = {
#embed "../../Systems/supabase/policy.yaml"
};

static const unsigned char supabase_assumptions[] = {
#embed "../../Systems/supabase/assumptions.yaml"
};

static const unsigned char vaultwarden_image[] = {
#embed "../LinkPolicyCatalog/Images/vaultwarden.image"
};

static const unsigned char vaultwarden_text[] = {
#embed "../../Systems/vaultwarden/policy.yaml"
};

static const unsigned char vaultwarden_assumptions[] = {
#embed "../../Systems/vaultwarden/assumptions.yaml"
};

static const unsigned char zitadel_image[] = {
#embed "../LinkPolicyCatalog/Images/zitadel.image"
};

static const unsigned char zitadel_text[] = {
#embed "../../Systems/zitadel/policy.yaml"
};

static const unsigned char zitadel_assumptions[] = {
#embed "../../Systems/zitadel/assumptions.yaml"
};

// The three files of a system, by its name in C.
#define CHOSEN(name)                                                                                                   \
  switch (file) {                                                                                                      \
  case LinkPolicyCatalogFileImage:                                                                                     \
    return (LinkPolicyResource){name##_image, sizeof name##_image};                                                    \
  case LinkPolicyCatalogFileText:                                                                                      \
    return (LinkPolicyResource){name##_text, sizeof name##_text};                                                      \
  case LinkPolicyCatalogFileAssumptions:                                                                               \
    return (LinkPolicyResource){name##_assumptions, sizeof name##_assumptions};                                        \
  }                                                                                                                    \
  __builtin_trap()

// A system of the set whose files are not given here does not compile.
#pragma clang diagnostic error "-Wswitch"
LinkPolicyResource linkpolicy_catalog(LinkPolicyCatalogSystem system, LinkPolicyCatalogFile file) {
  switch (system) {
  case LinkPolicyCatalogSystemAuthJS:
    CHOSEN(auth_js);
  case LinkPolicyCatalogSystemBetterAuth:
    CHOSEN(better_auth);
  case LinkPolicyCatalogSystemClerk:
    CHOSEN(clerk);
  case LinkPolicyCatalogSystemDiscourse:
    CHOSEN(discourse);
  case LinkPolicyCatalogSystemDjangoAllauth:
    CHOSEN(django_allauth);
  case LinkPolicyCatalogSystemGitea:
    CHOSEN(gitea);
  case LinkPolicyCatalogSystemGrafana:
    CHOSEN(grafana);
  case LinkPolicyCatalogSystemKeycloak:
    CHOSEN(keycloak);
  case LinkPolicyCatalogSystemKratos:
    CHOSEN(kratos);
  case LinkPolicyCatalogSystemLogto:
    CHOSEN(logto);
  case LinkPolicyCatalogSystemMastodon:
    CHOSEN(mastodon);
  case LinkPolicyCatalogSystemPocketbase:
    CHOSEN(pocketbase);
  case LinkPolicyCatalogSystemSupabase:
    CHOSEN(supabase);
  case LinkPolicyCatalogSystemVaultwarden:
    CHOSEN(vaultwarden);
  case LinkPolicyCatalogSystemZitadel:
    CHOSEN(zitadel);
  }
  __builtin_trap();
}
