#include "schemas.h"

static const unsigned char policy[] = {
#embed "../LinkPolicyCommands/Schemas/policy.json"
};

static const unsigned char vector[] = {
#embed "../LinkPolicyCommands/Schemas/vector.json"
};

static const unsigned char request[] = {
#embed "../LinkPolicyCommands/Schemas/request.json"
};

static const unsigned char answer[] = {
#embed "../LinkPolicyCommands/Schemas/answer.json"
};

static const unsigned char record[] = {
#embed "../LinkPolicyCommands/Schemas/record.json"
};

// A file of the set whose bytes are not given here does not compile.
#pragma clang diagnostic error "-Wswitch"
LinkPolicyResource linkpolicy_schema(LinkPolicySchemaFile file) {
  switch (file) {
  case LinkPolicySchemaFilePolicy:
    return (LinkPolicyResource){policy, sizeof policy};
  case LinkPolicySchemaFileVector:
    return (LinkPolicyResource){vector, sizeof vector};
  case LinkPolicySchemaFileRequest:
    return (LinkPolicyResource){request, sizeof request};
  case LinkPolicySchemaFileAnswer:
    return (LinkPolicyResource){answer, sizeof answer};
  case LinkPolicySchemaFileRecord:
    return (LinkPolicyResource){record, sizeof record};
  }
  __builtin_trap();
}
