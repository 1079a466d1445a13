import { type Type } from '@nestjs/common';
import { type ListFieldKind } from '../../kernel/list-condition.js';
import { type Field, shapeOf } from '../shapes/shape.js';

/** A field of the items of a list, by which it may be narrowed. */
export interface ItemField {
  /** With dots for what lies within objects, `metrics.start_time`. */
  readonly name: string;
  readonly kind: ListFieldKind;
  /** It, or what it lies in, is a list: a condition holds for any element, and nothing is sorted by it. */
  readonly listed: boolean;
  /** The only values it has. */
  readonly members: readonly unknown[] | undefined;
}

const DEPTH_MAX = 4;
const KINDS: Readonly<Record<string, ListFieldKind>> = {
  boolean: 'flag',
  integer: 'number',
  number: 'number',
  string: 'text',
};

/** Every documented field of the items of a list. */
export function itemFields(item: Type): ReadonlyMap<string, ItemField> {
  return new Map(fieldsWithin(item, '', false, 0).map((field) => [field.name, field]));
}

function fieldsWithin(
  type: Type,
  prefix: string,
  listed: boolean,
  depth: number,
): readonly ItemField[] {
  if (depth > DEPTH_MAX) return [];
  return [...shapeOf(type).fields.values()].flatMap((field) => {
    const name = `${prefix}${field.name}`;
    const isList = listed || field.kind === 'list';
    if (field.shape && field.kind !== 'map')
      return fieldsWithin(field.shape(), `${name}.`, isList, depth + 1);
    const members = field.schema['enum'] as readonly unknown[] | undefined;
    return [{ name, kind: kindOf(field), listed: isList, members }];
  });
}

function kindOf({ kind, schema }: Field): ListFieldKind {
  if (kind !== 'value' && kind !== 'list') return 'any';
  const {
    type,
    format,
    enum: members,
  } = schema as {
    readonly type?: unknown;
    readonly format?: unknown;
    readonly enum?: readonly unknown[];
  };
  if (format === 'date-time') return 'time';
  const name = typeof type === 'string' ? type : typeof members?.[0];
  return KINDS[name] ?? 'any';
}
