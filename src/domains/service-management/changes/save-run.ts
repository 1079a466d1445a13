import { type JsonObject } from '../../../kernel/json.js';
import { type StoredChange } from './service-change.js';
import { type Orchestrator } from '../orchestrator-client.service.js';
import { type CommitOptions } from '../restconf/commit-options.js';
import { type InstancePath } from '../restconf/instance-path.js';

/** What of a change is kept beside its head, as JSON: how everything is saved. */
export interface KeptOptions {
  readonly commit: CommitOptions;
  readonly skipsValidation: boolean;
}

/** A change that is being carried out. */
export interface SaveRun extends KeptOptions {
  readonly change: StoredChange;
  /** Null when instances are kept here alone. */
  readonly orchestrator: Orchestrator | null;
}

/** One instance to save, as it is taken from its change. */
export interface ItemToSave {
  readonly id: string;
  readonly pointer: string;
  readonly servicePath: string;
  readonly path: InstancePath;
  readonly xpath: string;
  readonly keyLeaves: readonly string[];
  readonly instance: JsonObject;
  readonly demandedHash: string | null;
}

/** The run that a change asks for. */
export function runOf(change: StoredChange): SaveRun {
  const { adapterId, adapterName, northbound, options } = change;
  // It was written from this type.
  const kept = JSON.parse(options) as KeptOptions;
  const orchestrator =
    adapterId === null
      ? null
      : { id: adapterId, name: adapterName ?? '', northbound: northbound ?? 'flat' };
  return { change, orchestrator, ...kept };
}
