// The errors of the store; errors.d.ts documents these errors.
import { LinkPolicyError } from "../errors.js";

export class StoreError extends LinkPolicyError {}

export class StoreFailed extends StoreError {}

export class SchemaMismatch extends StoreFailed {}

export class Conflict extends StoreError {}

export class RequirementFailed extends Conflict {
  constructor(requirement) {
    super(`the requirement on the ${Object.keys(requirement)[0] ?? "store"} does not hold: look up and decide again`);
    this.requirement = requirement;
  }
}

export class Busy extends StoreError {
  constructor(tries, last) {
    super(`${tries} tries ended in a conflict, the last with: ${last.message}`, { cause: last });
    this.tries = tries;
  }
}

export class Uncertain extends StoreError {}
