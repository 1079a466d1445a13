import { Injectable } from '@nestjs/common';
import { conflict } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { fromStored, type StoredDocument, toStored } from '../../../platform/database/storable.js';
import { maskedWhole } from '../../../platform/secrets/masked-data.js';
import { isPlaceholder } from '../../../platform/secrets/placeholders.js';
import { SEALED_MARK } from '../../../platform/secrets/sealed-texts.js';
import { isSealed, SecretBox } from '../../../platform/secrets/secret-box.js';
import { mapLeaves, valueAt } from '../../../platform/secrets/secret-walk.js';
import { sealVariables } from './sealed-variables.js';

/** Members of a trigger that become variables of jobs; the workflow alone says which of them are secret. */
const ANSWERS = 'formData';
const ASIDE = 'formDataAside';

/** Answers of triggers lie sealed in the database, as the variables of the jobs do that they start. */
@Injectable()
export class TriggerSecrets {
  constructor(private readonly box: SecretBox) {}

  /**
   * The document as it is written down.
   * @throws AppError `document-too-large` for answers beyond 5 MiB of JSON text.
   */
  sealed(stored: StoredDocument): StoredDocument {
    const document = fromStored(stored);
    const { [ANSWERS]: answers, [ASIDE]: aside } = document;
    const isOpen = isJsonObject(answers) || Array.isArray(aside);
    if (!isOpen) return stored;
    return toStored({
      ...document,
      ...(isJsonObject(answers) && { [ANSWERS]: sealVariables(this.box, answers) }),
      ...(Array.isArray(aside) && { [ASIDE]: sealVariables(this.box, { aside }) }),
    });
  }

  /** A record with its answers opened; those that no key opens stay sealed, and nothing runs with them. */
  opened<T extends { readonly document: StoredDocument }>(record: T): T {
    const { document: stored } = record;
    // One that is damaged keeps no other one of a list from being read.
    if (typeof stored === 'string' && !stored.includes(SEALED_MARK)) return record;
    const document = fromStored(stored);
    const { [ANSWERS]: answers, [ASIDE]: aside } = document;
    if (!isSealedText(answers) && !isSealedText(aside)) return record;
    const opened = {
      ...document,
      ...(isSealedText(answers) && { [ANSWERS]: this.tryOpen(answers) }),
      ...(isSealedText(aside) && { [ASIDE]: asideIn(this.tryOpen(aside)) }),
    };
    return { ...record, document: toStored(opened) };
  }

  private tryOpen(text: string): JsonValue {
    const outcome = this.box.tryUnseal(text);
    return outcome.kind === 'unsealed' ? (JSON.parse(outcome.text) as JsonValue) : text;
  }
}

/** Whether the answers of a trigger are there and cannot be read. */
export function hasUnreadableAnswers({ [ANSWERS]: answers }: JsonObject): boolean {
  return isSealedText(answers);
}

/** @throws AppError `conflict`, code `secret-unreadable`, for answers that no key opens. */
export function readableAnswers(document: JsonObject): JsonValue | undefined {
  if (hasUnreadableAnswers(document)) throw conflict(UNREADABLE, 'secret-unreadable');
  return document[ANSWERS];
}

export const UNREADABLE = 'The answers of the trigger cannot be read: enter them again';

/** The document as people see it: a placeholder for each secret. */
export function shownTrigger(document: JsonObject): JsonObject {
  const shown = [ANSWERS, ASIDE].flatMap((key): [string, JsonValue][] => {
    const value = document[key];
    if (value === undefined) return [];
    return [[key, isSealedText(value) ? HIDDEN : maskedWhole(value)]];
  });
  return shown.length === 0 ? document : { ...document, ...Object.fromEntries(shown) };
}

/** The document with what stood before in the place of each placeholder that was written back. */
export function withKeptSecrets(document: JsonObject, before: JsonObject): JsonObject {
  const kept = [ANSWERS, ASIDE].flatMap((key): [string, JsonValue][] => {
    const [written, present] = [document[key], before[key]];
    return written === undefined || present === undefined ? [] : [[key, keptIn(written, present)]];
  });
  return kept.length === 0 ? document : { ...document, ...Object.fromEntries(kept) };
}

function keptIn(written: JsonValue, present: JsonValue): JsonValue {
  if (written === HIDDEN && isSealedText(present)) return present;
  return mapLeaves(written, {
    leaf: (leaf, _, path) =>
      typeof leaf === 'string' && isPlaceholder(leaf) ? (valueAt(present, path) ?? leaf) : leaf,
  });
}

const HIDDEN = '<SECRET>';

function asideIn(opened: JsonValue): JsonValue {
  return isJsonObject(opened) ? (opened['aside'] ?? opened) : opened;
}

function isSealedText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && isSealed(value);
}
