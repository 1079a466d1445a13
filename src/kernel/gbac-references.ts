import { type Fault } from './app-error.js';
import { isJsonObject, type JsonValue } from './json.js';

/** A group as documents from outside name it: by id, or the name of one that was made here, or where it comes from and its name. */
export type GroupReference = string | NamedGroup;

/** A group by where it comes from and its name, which are the same on other platforms. */
export interface NamedGroup {
  readonly provenance: string;
  readonly name: string;
}

/** Group-based access as a document from outside says it. */
export interface GbacReferences {
  readonly read: readonly GroupReference[];
  readonly write: readonly GroupReference[];
}

export type GbacReading =
  | { readonly kind: 'read'; readonly references: GbacReferences }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** More groups than that no list of one object names. */
const REFERENCES_MAX = 1000;
const TEXT_MAX = 512;
const KEYS = ['read', 'write'] as const;

/**
 * Reads `gbac` of a document. Absent or null means that it names no group.
 * @param pointer where it lies in the request, `#/automations/0/gbac` for example.
 */
export function readGbac(value: JsonValue | undefined, pointer: string): GbacReading {
  if (value === undefined || value === null) return { kind: 'read', references: EMPTY };
  if (!isJsonObject(value)) return refused([{ pointer, detail: 'must be an object' }]);
  const unknown = Object.keys(value).filter((key) => !(KEYS as readonly string[]).includes(key));
  const faults = [
    ...unknown.map((key) => ({ pointer, detail: `has the unknown key ${JSON.stringify(key)}` })),
    ...KEYS.flatMap((key) => listFaults(value[key], `${pointer}/${key}`)),
  ];
  if (faults.length > 0) return refused(faults);
  return {
    kind: 'read',
    references: { read: references(value['read']), write: references(value['write']) },
  };
}

/** A reference as a message names it. */
export function groupInWords(reference: GroupReference): string {
  return typeof reference === 'string' ? reference : `${reference.provenance}/${reference.name}`;
}

const EMPTY: GbacReferences = { read: [], write: [] };

function refused(faults: readonly Fault[]): GbacReading {
  return { kind: 'refused', faults };
}

function listFaults(value: JsonValue | undefined, pointer: string): readonly Fault[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [{ pointer, detail: 'must be a list' }];
  if (value.length > REFERENCES_MAX)
    return [{ pointer, detail: `must have at most ${REFERENCES_MAX} items` }];
  return value.flatMap((item, at) =>
    isReference(item)
      ? []
      : [
          {
            pointer: `${pointer}/${at}`,
            detail: 'must be the id of a group, or {provenance, name}',
          },
        ],
  );
}

function references(value: JsonValue | undefined): readonly GroupReference[] {
  return Array.isArray(value) ? value.filter(isReference) : [];
}

function isReference(value: JsonValue): value is string | { provenance: string; name: string } {
  if (!isJsonObject(value)) return isText(value);
  return isText(value['provenance']) && isText(value['name']);
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;
}
