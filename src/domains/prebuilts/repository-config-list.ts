import { type Fault, invalidInput } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { type SortDirection } from '../../kernel/page.js';
import { type TextSearch } from '../../platform/database/text-match.js';

/** A configuration as far as it can be searched: never its token. */
interface Searchable {
  readonly name: string;
  readonly enabled: boolean;
  readonly type: string;
  readonly hostname: string;
  readonly path: string;
}

/** What operation 4 filters and sorts by. */
export interface RepositoryConfigSearch extends TextSearch {
  readonly sort?: string | undefined;
  readonly order?: SortDirection | undefined;
}

const FIELDS = ['name', 'enabled', 'type', 'hostname', 'path'] as const;
type Field = (typeof FIELDS)[number];

const TESTS = {
  contains: (value: string, text: string) => foldText(value).includes(foldText(text)),
  equals: (value: string, text: string) => value === text,
  startsWith: (value: string, text: string) => foldText(value).startsWith(foldText(text)),
} as const;
const KINDS = ['contains', 'equals', 'startsWith'] as const;

/**
 * The configurations that match every given filter, in order. There are as many as one profile
 * holds, so nothing but this list is searched.
 * @throws AppError `invalid-input` for fields that cannot be searched or sorted by
 */
export function searchConfigs<T extends Searchable>(
  configs: readonly T[],
  search: RepositoryConfigSearch,
): readonly T[] {
  const field = {
    contains: fieldAt(search.containsField, 'containsField'),
    equals: fieldAt(search.equalsField, 'equalsField'),
    startsWith: fieldAt(search.startsWithField, 'startsWithField'),
  };
  const sort = fieldAt(search.sort, 'sort');
  const direction = search.order ?? 1;
  return configs
    .filter((config) =>
      KINDS.every((kind) => {
        const text = search[kind];
        return text === undefined || TESTS[kind](String(config[field[kind]]), text);
      }),
    )
    .toSorted((a, b) => direction * (compare(a, b, sort) || compare(a, b, 'name')));
}

function fieldAt(name: string | undefined, option: string): Field {
  const field = FIELDS.find((candidate) => candidate === (name ?? 'name'));
  if (field) return field;
  const fault: Fault = {
    pointer: `#/queryOptions/${option}`,
    detail: `must be one of ${FIELDS.join(', ')}`,
  };
  throw invalidInput([fault]);
}

function compare(a: Searchable, b: Searchable, field: Field): number {
  const [left, right] = [foldText(String(a[field])), foldText(String(b[field]))];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
