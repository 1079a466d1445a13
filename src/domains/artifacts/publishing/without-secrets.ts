import { type JsonObject } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import {
  isSecretByForm,
  isSecretNumber,
  soundsSecret,
} from '../../../platform/secrets/secret-names.js';
import { SEALED_MARK } from '../../../platform/secrets/sealed-texts.js';
import { type JsonLeaf, mapLeaves, type Path } from '../../../platform/secrets/secret-walk.js';

/** A document that may leave the platform. */
export interface CleanDocument {
  readonly document: JsonObject;
  /** Pointers to what was emptied. */
  readonly emptied: readonly string[];
}

/** What starts with it is looked up when a job runs, and is no secret itself. */
const REFERENCE = '$var.';
/** Schemas describe secrets and hold none: what they say of `password` is no password. */
const DESCRIBING = new Set(['properties', 'definitions', '$defs', 'required', 'patternProperties']);

/**
 * The document without secrets: sealed text, and text under a name that speaks of a secret, is emptied.
 * References to variables stay, because what they mean is given when a job starts.
 */
export function withoutSecrets(document: JsonObject): CleanDocument {
  const emptied: string[] = [];
  const clean = mapLeaves(document, {
    intoTexts: true,
    leaf: (leaf, _, path) => {
      if (!mustGo(leaf, path)) return leaf;
      emptied.push(jsonPointer(path));
      return '';
    },
  });
  return { document: clean, emptied };
}

function mustGo(leaf: JsonLeaf, path: Path): boolean {
  if (typeof leaf === 'number') return isSecretPlace(path, leaf);
  if (typeof leaf !== 'string') return false;
  if (leaf.includes(SEALED_MARK)) return true;
  return leaf !== '' && !leaf.startsWith(REFERENCE) && isSecretPlace(path, leaf);
}

/** Items of lists stand at the name of their list. */
function isSecretPlace(path: Path, leaf: string | number): boolean {
  const [name, owner] = path.filter((step) => typeof step === 'string').reverse();
  if (name === undefined || DESCRIBING.has(owner ?? '')) return false;
  if (typeof leaf === 'number') return isSecretNumber(name, leaf, typeof path.at(-1) === 'number');
  return soundsSecret(name) || isSecretByForm(name, leaf);
}
