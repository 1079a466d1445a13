import { type Type } from '@nestjs/common';
import { invariant } from '../../kernel/invariant.js';
import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../kernel/page.js';
import { type StoredFields } from '../../platform/database/lists/stored-filter.js';
import { type OperationId } from '../operations/operations.js';
import { shapeOf } from '../shapes/shape.js';
import { itemFields, type ItemField } from './item-fields.js';

/** What a list says of itself: what it is asked by, and what of that an index answers. */
export interface ListSource {
  /** What its items are; every field of it narrows and orders the list. */
  readonly item: Type;
  /** Fields of documents that the item's class does not name. */
  readonly also?: readonly string[];
  /** Other names of fields. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Options of this list alone. */
  readonly own?: Type;
  /** The field that it is ordered by, and which way, where the caller does not say. */
  readonly order: readonly [field: string, direction: SortDirection];
  /** Other fields that the source is ordered by. */
  readonly orders?: readonly string[];
  /** `sort=true` asks for the list's own order, which it has with `sort=false` as well. */
  readonly sortFlag?: true;
  /** Options of its own that ask a field to be this value, or one of these. */
  readonly filters?: Readonly<Record<string, string>>;
  /** The source has this one direction: the other one is made here. */
  readonly oneWay?: true;
  /** Fields that an index answers; what is asked of all others is looked at item by item. */
  readonly stored?: StoredFields;
  /** How many it shows where the caller does not say. */
  readonly limit?: number;
  /** Instead of `limit`: as many as a page has by the setting PAGE_SIZE. */
  readonly paged?: true;
  /** How many it shows at most, where that are fewer than lists show elsewhere. */
  readonly limitMax?: number;
  /** `limit=0` asks for as many as there may be, as the interface has it; elsewhere for the total alone. */
  readonly zeroIsAll?: true;
}

/** The one declaration of a list. */
export interface ListDeclaration extends ListSource {
  readonly id: OperationId;
  readonly fields: ReadonlyMap<string, ItemField>;
  readonly ownKeys: ReadonlySet<string>;
  readonly limit: number;
  readonly stored: StoredFields;
  readonly orders: readonly string[];
  readonly filters: Readonly<Record<string, string>>;
  /** The field that is meant where a verb names none. */
  readonly meant: string;
}

const lists = new Map<OperationId, ListDeclaration>();

/** Declares the list that an operation answers; each operation has one. */
export function listOf(id: OperationId, source: ListSource): ListDeclaration {
  invariant(!lists.has(id), `${id} has no other list`);
  const declared = describedList(id, source);
  lists.set(id, declared);
  return declared;
}

/** A list as it is understood. */
export function describedList(id: OperationId, source: ListSource): ListDeclaration {
  const { own, order, orders = [], filters = {} } = source;
  const { stored = {}, limit = LIST_LIMIT_DEFAULT } = source;
  const fields = fieldsOf(source);
  for (const name of [order[0], ...orders, ...Object.keys(stored), ...Object.values(filters)])
    invariant(fields.has(name), `${name} is a field of ${id}`);
  const ownKeys = new Set(own ? shapeOf(own).fields.keys() : []);
  const meant = fields.has('name') ? 'name' : order[0];
  return { ...source, id, fields, ownKeys, limit, stored, meant, orders, filters };
}

function fieldsOf({ item, also = [], aliases = {} }: ListSource): ReadonlyMap<string, ItemField> {
  const named = also.map((name): ItemField => ({
    name,
    kind: 'any',
    listed: false,
    members: undefined,
  }));
  // What the class of the items says of a field goes before its mere name.
  const fields = new Map([
    ...named.map((field) => [field.name, field] as const),
    ...itemFields(item),
  ]);
  const others = Object.entries(aliases).map(([alias, name]) => {
    const field = fields.get(name);
    invariant(field, `${name} is a field that ${alias} stands for`);
    return [alias, fields.get(alias) ?? field] as const;
  });
  // What callers ask by most comes first, where a refusal names what there is.
  return new Map([...others, ...fields]);
}

/** Every list that is declared, by its operation. */
export function declaredLists(): ReadonlyMap<OperationId, ListDeclaration> {
  return lists;
}
