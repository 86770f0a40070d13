import type { Store } from "../store/index.js";
import type { Attempted, PolicyUnderTest, Rows, Subject } from "./index.js";

/** The store of this package as a subject, to test a policy or a subclass of the store. */
export class StoreSubject implements Subject {
  /** Creates a store in a new database in memory. `path` may be an empty file, and `Class` a subclass of the store. */
  static make(policy: PolicyUnderTest, options?: { path?: string; Class?: typeof Store }): Promise<StoreSubject>;
  give(rows: Required<Rows>): Promise<void>;
  attempt(...given: Parameters<Subject["attempt"]>): Promise<Attempted>;
  wait(event: "old" | "expired"): Promise<unknown>;
  rows(): Promise<Rows>;
  close(): void;
}
