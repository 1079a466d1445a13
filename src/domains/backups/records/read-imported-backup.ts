import { cutText } from '../../../kernel/cut-text.js';
import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';

/** A configuration that was taken elsewhere. */
export interface ImportedConfiguration {
  readonly name: string;
  readonly type: string;
  readonly provider: string;
  readonly rawConfig: string;
  readonly xmlConfig: string;
  /** null where it does not say when it was taken. */
  readonly date: Date | null;
  readonly description: string;
  readonly notes: string;
  /** undefined where it says nothing of groups. */
  readonly gbac: JsonValue | undefined;
}

export type ImportReading =
  | { readonly kind: 'read'; readonly configuration: ImportedConfiguration }
  | { readonly kind: 'refused'; readonly fault: Fault };

/** The most characters of each text member; the configurations have a limit in bytes. */
const TEXTS = {
  name: 256,
  type: 128,
  provider: 256,
  description: 10_000,
  notes: 65_536,
  rawConfig: Infinity,
  xmlConfig: Infinity,
} as const;
const OTHERS = ['date', 'gbac', 'id'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Reads one item of an import. The `id` of a record that was exported elsewhere is passed over.
 * @param pointer of the item in the request.
 */
export function readImportedBackup(item: JsonValue | undefined, pointer: string): ImportReading {
  if (!isJsonObject(item)) return refused(pointer, 'must be an object');
  const unknown = Object.keys(item).find((key) => !(key in TEXTS) && !OTHERS.includes(key));
  if (unknown !== undefined)
    return refused(pointer, `has the unknown key ${JSON.stringify(cutText(unknown, 64))}`);
  const fault = textFault(item, pointer) ?? nameFault(item, pointer) ?? dateFault(item, pointer);
  if (fault) return { kind: 'refused', fault };
  return { kind: 'read', configuration: toConfiguration(item) };
}

function toConfiguration(item: JsonObject): ImportedConfiguration {
  const text = (key: string): string => {
    const value = item[key];
    return typeof value === 'string' ? value : '';
  };
  const date = text('date');
  return {
    name: text('name').trim(),
    type: text('type'),
    provider: text('provider') === '' ? 'import' : text('provider'),
    rawConfig: text('rawConfig'),
    xmlConfig: text('xmlConfig'),
    date: date === '' ? null : new Date(date),
    description: text('description'),
    notes: text('notes'),
    gbac: item['gbac'],
  };
}

function textFault(item: JsonObject, pointer: string): Fault | undefined {
  for (const [key, most] of Object.entries(TEXTS)) {
    const value = item[key];
    if (value === undefined || value === null) continue;
    const place = `${pointer}/${key}`;
    if (typeof value !== 'string') return { pointer: place, detail: 'must be text' };
    if (value.length > most)
      return { pointer: place, detail: `must have at most ${most} characters` };
  }
  return undefined;
}

function nameFault(item: JsonObject, pointer: string): Fault | undefined {
  const { name } = item;
  const place = `${pointer}/name`;
  if (typeof name !== 'string' || name.trim() === '')
    return { pointer: place, detail: 'must not be empty' };
  if (CONTROL.test(name) || /\p{Surrogate}/u.test(name))
    return { pointer: place, detail: 'holds characters that no name has' };
  const hasText = [item['rawConfig'], item['xmlConfig']].some((text) => (text ?? '') !== '');
  return hasText ? undefined : { pointer, detail: 'has neither rawConfig nor xmlConfig' };
}

function dateFault({ date }: JsonObject, pointer: string): Fault | undefined {
  if (date === undefined || date === null) return undefined;
  const isSound =
    typeof date === 'string' && INSTANT.test(date) && !Number.isNaN(new Date(date).getTime());
  if (isSound) return undefined;
  return { pointer: `${pointer}/date`, detail: 'must be a time with a zone, in ISO 8601' };
}

function refused(pointer: string, detail: string): ImportReading {
  return { kind: 'refused', fault: { pointer, detail } };
}
