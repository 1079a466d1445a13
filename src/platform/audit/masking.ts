import { type JsonObject, type JsonValue } from '../../kernel/json.js';
import { isHiddenInAudit } from '../secrets/secret-names.js';
import { maskedText, SHOWN, withoutCredentials } from '../secrets/secret-texts.js';
import { type JsonLeaf, leafSteps, valueAt } from '../secrets/secret-walk.js';

/** A secret that is another one than before: that it changed may be known, what it is may not. */
const CHANGED = '<SECRET CHANGED>';
/** `credentialRevision` counts how often a secret was exchanged: only a number says so little. */
const COUNTS_SECRETS = /[a-z](?:Revision|Serial)$/;

/**
 * The document as the audit trail may keep it: every secret replaced by a word, everything else as it
 * was. With the `former` document, a secret that changed says so. Whether one is set may be seen, also a
 * switch among them, but no text or number. In steps, between which others have their turn.
 */
export function* maskingSteps(
  document: JsonObject,
  former?: JsonObject | null,
): Generator<undefined, JsonObject> {
  const shown = (leaf: JsonLeaf, isSecret: boolean): JsonLeaf => {
    if (typeof leaf === 'string' && leaf !== '') return isSecret ? SHOWN : maskedText(leaf);
    return isSecret && typeof leaf === 'number' ? SHOWN : leaf;
  };
  return yield* leafSteps(document, {
    isSecretName: (name, value) => isHiddenInAudit(name) && !isCounter(name, value),
    intoTexts: true,
    name: withoutCredentials,
    leaf: (leaf, isSecret, path) => {
      const made = shown(leaf, isSecret);
      return made === SHOWN ? word(leaf, valueAt(former ?? {}, path)) : made;
    },
  });
}

function isCounter(name: string, value: JsonValue): boolean {
  return typeof value === 'number' && COUNTS_SECRETS.test(name);
}

function word(value: JsonValue, former: JsonValue | undefined): string {
  return former === undefined || former === '' || former === null || former === value
    ? SHOWN
    : CHANGED;
}
