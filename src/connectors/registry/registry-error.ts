/** A repository that cannot be read at all; the message is for people and names no secret. */
export class RegistryError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'RegistryError';
  }
}
