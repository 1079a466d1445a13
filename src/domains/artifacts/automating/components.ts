import { invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { ownValue, textOf } from '../../../kernel/json-reading.js';
import { bundleType } from '../packing/bundle-locations.js';
import { type PackageMember, PACKED_KINDS, type PackedKind } from '../packing/packed-document.js';
import { type PackingWalk } from '../packing/packing-walk.js';

/** A document that is named by its id or name. */
export interface NamedComponent {
  readonly kind: PackedKind;
  readonly text: string;
}

/** Kinds by the types of their bundles, and by what else workflows call them. */
const KINDS: ReadonlyMap<string, PackedKind> = new Map([
  ...PACKED_KINDS.map((kind) => [bundleType(kind), kind] as const),
  ...PACKED_KINDS.map((kind) => [kind, kind] as const),
  ['operationsAutomation', 'automation'],
]);
/** Triggers come with their automation. */
const WITH_OTHERS: ReadonlySet<string> = new Set(['trigger', 'triggers']);
/** What workflows look for although nothing here is of that kind. */
const NEVER_HERE = ['golden-config', 'trigger', 'ac-agenda-job'] as const;
const COMPONENTS_MAX = 1000;

/**
 * The documents in lists by their kinds: names, or objects with `_id`, `id` or `name`.
 * @throws AppError `invalid-input` for kinds that packages cannot be built of here.
 */
export function componentsIn(lists: JsonObject, pointer: string): readonly NamedComponent[] {
  const all = Object.entries(lists).flatMap(([name, given]) => {
    const items = Array.isArray(given) ? given : [];
    const kind = KINDS.get(name);
    if (kind === undefined && items.length > 0 && !WITH_OTHERS.has(name)) {
      const detail = 'is no kind of document that packages are built of here';
      throw invalidInput([{ pointer: `${pointer}/${name}`, detail }]);
    }
    return kind === undefined ? [] : items.map((one) => ({ kind, text: textIn(one) }));
  });
  if (all.length === 0) throw invalidInput([{ pointer, detail: 'must name a document' }]);
  if (all.length > COMPONENTS_MAX || all.some(({ text }) => text === '')) {
    const detail = `must name documents by name or _id, at most ${COMPONENTS_MAX}`;
    throw invalidInput([{ pointer, detail }]);
  }
  return all;
}

/** What was found, in lists by kinds, each with what refers to it. */
export function componentMap(walk: PackingWalk): JsonObject {
  const map: Record<string, JsonValue[]> = {};
  for (const name of [...PACKED_KINDS.map(bundleType), ...NEVER_HERE]) map[name] = [];
  for (const member of walk.members) map[bundleType(member.kind)]?.push(component(walk, member));
  return map;
}

function component(walk: PackingWalk, member: PackageMember): JsonObject {
  const { id, name } = member;
  const parents = walk.parentsOf(member);
  const parent = parents.map((one) => ({ name: one.name, type: bundleType(one.kind) }));
  return { id, _id: id, name, parent };
}

function textIn(given: JsonValue): string {
  if (!isJsonObject(given)) return textOf(given);
  const texts = ['_id', 'id', 'name'].map((key) => textOf(ownValue(given, key)));
  return texts.find((text) => text !== '') ?? '';
}
