import { type RegistryCallPorts } from './registry-calls.js';

/** What registries over HTTP share. */
export interface HttpRegistryPorts extends RegistryCallPorts {
  /** Calls to one registry at a time (CATALOGUE_REQUESTS_AT_ONCE). */
  readonly requestsAtOnce: number;
  /** Largest package (ARTIFACT_LIMIT_BYTES). */
  readonly limitBytes: number;
}
