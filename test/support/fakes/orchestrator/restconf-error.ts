import { type JsonObject } from '#kernel/json.js';

/** One failure as RFC 8040 writes it. */
export class RestconfError extends Error {
  constructor(
    readonly status: number,
    readonly tag: string,
    message: string,
    readonly path?: string,
  ) {
    super(message);
  }

  body(): JsonObject {
    return {
      'ietf-restconf:errors': {
        error: [
          {
            'error-type': 'application',
            'error-tag': this.tag,
            ...(this.path !== undefined && { 'error-path': this.path }),
            'error-message': this.message,
          },
        ],
      },
    };
  }
}

export const invalidValue = (message: string, path?: string): RestconfError =>
  new RestconfError(400, 'invalid-value', message, path);
export const malformed = (message: string, path?: string): RestconfError =>
  new RestconfError(400, 'malformed-message', message, path);
export const noSuchPath = (): RestconfError =>
  new RestconfError(404, 'invalid-value', 'uri keypath not found');
