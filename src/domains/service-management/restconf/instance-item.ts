import { type JsonObject } from '../../../kernel/json.js';
import { type InstancePath } from './instance-path.js';

/** One instance to save. */
export interface InstanceItem {
  /** Where it stands in the request, as a pointer. */
  readonly pointer: string;
  /** The path as it was given. */
  readonly servicePath: string;
  readonly path: InstancePath;
  /** The instance, with the keys that its path names. */
  readonly instance: JsonObject;
  /** Values of its keys, in the order of the model. */
  readonly keys: readonly string[];
  /** The leaves that were taken for the keys, where the path names no values of them. */
  readonly keyLeaves?: readonly string[] | undefined;
  /** Its path with the keys. */
  readonly xpath: string;
  /** The plan that was seen; absent when none is demanded. */
  readonly planHash?: string;
}
