#ifndef LINKPOLICY_SCHEMAS_H
#define LINKPOLICY_SCHEMAS_H

#include "resource.h"

/// The files of Sources/LinkPolicyCommands/Schemas: JSON Schemas, with places for what the engine knows.
typedef LINKPOLICY_CLOSED_ENUM {
  LinkPolicySchemaFilePolicy,
  LinkPolicySchemaFileVector,
  LinkPolicySchemaFileRequest,
  LinkPolicySchemaFileAnswer,
  LinkPolicySchemaFileRecord,
} LinkPolicySchemaFile;

/// The bytes of one of them.
LinkPolicyResource linkpolicy_schema(LinkPolicySchemaFile file);

#endif
