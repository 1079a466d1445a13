import { RegistryError } from './registry-error.js';

/** The registry wants no more calls before `until`. What was read stays, and the run goes on then. */
export class RegistryPaused extends RegistryError {
  constructor(
    message: string,
    readonly until: Date,
  ) {
    super(message);
    this.name = 'RegistryPaused';
  }
}
