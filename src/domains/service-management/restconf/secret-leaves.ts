import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { soundsSecret } from '../../../platform/secrets/secret-names.js';
import { SHOWN } from '../../../platform/secrets/secret-texts.js';
import { type JsonLeaf, mapLeaves } from '../../../platform/secrets/secret-walk.js';

/** Shorter ones would tear holes into every text. */
const FOUND_LENGTH_MIN = 4;
/** Models have a key of this name beside those of every other document. */
const KEY_LEAF = /(?:^|[-_])key-chain-key(?:$|[-_])/i;

/** True for a leaf whose name speaks of a secret; a name without its module is looked at. */
export function soundsSecretLeaf(name: string): boolean {
  const local = name.slice(name.indexOf(':') + 1);
  return soundsSecret(local) || KEY_LEAF.test(local);
}

/** The document with a word in the place of every secret; switches tell nothing. */
export function maskLeaves(document: JsonObject): JsonObject {
  return mapLeaves(document, {
    isSecretName: soundsSecretLeaf,
    leaf: (leaf, isSecret) => (isSecret && textOf(leaf) !== '' ? SHOWN : leaf),
  });
}

/** The texts that stand at secret leaves: what was sent comes back in plans and complaints. */
export function secretTexts(document: JsonValue): readonly string[] {
  const found = new Set<string>();
  mapLeaves(document, {
    isSecretName: soundsSecretLeaf,
    leaf: (leaf, isSecret) => {
      const text = textOf(leaf);
      if (isSecret && text.length >= FOUND_LENGTH_MIN) found.add(text);
      return leaf;
    },
  });
  return [...found];
}

function textOf(leaf: JsonLeaf): string {
  return typeof leaf === 'string' || typeof leaf === 'number' ? String(leaf) : '';
}
