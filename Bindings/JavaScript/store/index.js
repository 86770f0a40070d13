// A store for services with node:sqlite, which executes the change sets of decisions. Needs Node 24 or later; index.d.ts documents it.
export { Busy, Conflict, RequirementFailed, SchemaMismatch, StoreError, StoreFailed, Uncertain } from "./errors.js";
export { upgrade } from "./schema.js";
export { Store } from "./store.js";
export { Tokens } from "./tokens.js";
