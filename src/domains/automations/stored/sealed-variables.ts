import { AppError } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { type JsonObject } from '../../../kernel/json.js';
import {
  assertStorable,
  fromStored,
  type StoredDocument,
} from '../../../platform/database/storable.js';
import { isSealed, type SecretBox } from '../../../platform/secrets/secret-box.js';

/** Sealing makes a text longer by a third, and `reseal-secrets` sends a record twice in one command of 16 MiB. */
const VARIABLES_MAX_BYTES = 5 * 1024 * 1024;

/**
 * Variables as one sealed text: until the workflow is read nobody knows which of them are secret.
 * @throws AppError `invalid-input` for what cannot be stored unchanged; `document-too-large` beyond 5 MiB of
 *   JSON text.
 */
export function sealVariables(box: SecretBox, variables: JsonObject): string {
  assertStorable(variables);
  const text = JSON.stringify(variables);
  if (Buffer.byteLength(text) <= VARIABLES_MAX_BYTES) return box.seal(text);
  throw new AppError(
    'document-too-large',
    `The variables are larger than ${VARIABLES_MAX_BYTES} bytes as JSON`,
  );
}

/**
 * What was sealed, or stored before variables were.
 * @throws AppError `conflict` (code `secret-unreadable`) when no key opens it.
 */
export function openVariables(box: SecretBox, stored: StoredDocument | undefined): JsonObject {
  invariant(stored !== undefined, 'a request that waits has variables');
  const isText = typeof stored === 'string' && isSealed(stored);
  return fromStored(isText ? box.unseal(stored) : stored);
}
