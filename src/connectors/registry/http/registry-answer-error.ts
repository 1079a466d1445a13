import { RegistryError } from '../registry-error.js';

/** A registry that answered, but not what was asked for; or not in time (504). */
export class RegistryAnswerError extends RegistryError {
  constructor(
    readonly status: number,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'RegistryAnswerError';
  }

  /** The registry's own fault: the next time it may answer. */
  get isTransient(): boolean {
    return this.status >= 500;
  }
}
