import { AsyncLocalStorage } from 'node:async_hooks';

/** A call of an operation that another operation makes, within the process. */
export interface CallingOperation {
  /** The way in, as the audit trail shows it; undefined where it is no way of its own. */
  readonly via: string | undefined;
}

const storage = new AsyncLocalStorage<CallingOperation>();

/** Runs a task as a call out of an operation. */
export function withinCall<T>(calling: CallingOperation, task: () => T): T {
  return storage.run(calling, task);
}

/** The call that the present request is made by; undefined for requests from outside. */
export function callingOperation(): CallingOperation | undefined {
  return storage.getStore();
}
