/**
 * A repository that cannot be read at all, or not to its end; what was read before is sound. The
 * message is for people and names no secret.
 */
export class RegistryError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'RegistryError';
  }
}
