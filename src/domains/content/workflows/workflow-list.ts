import { readJsonObject } from '../../../api/query/json-text.js';
import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { LIST_LIMIT_DEFAULT, type SortDirection } from '../../../kernel/page.js';
import { type TextSearch } from '../../../platform/database/text-match.js';
import { type ContentList } from '../records/content-list.js';

/** How workflows are asked for: a filter is a text, or an object of texts by field. */
export interface WorkflowListQuery {
  readonly contains?: unknown;
  readonly containsField?: string;
  readonly equals?: unknown;
  readonly equalsField?: string;
  readonly startsWith?: unknown;
  readonly startsWithField?: string;
  readonly tag?: string;
  readonly order?: SortDirection;
  readonly skip?: number;
  readonly limit?: number;
  readonly include?: string;
  readonly exclude?: string;
}

const FILTERS = ['contains', 'equals', 'startsWith'] as const;
/** What workflows are searched by. */
const FIELDS: readonly string[] = ['name', 'description'];
const TEXT_LENGTH_MAX = 1024;

/**
 * The list that is meant.
 * @throws AppError `invalid-input` for a filter that is neither text nor an object of texts.
 */
export function workflowList(query: WorkflowListQuery): ContentList {
  const { order = 1, skip = 0, limit = LIST_LIMIT_DEFAULT, tag } = query;
  const searches = FILTERS.flatMap((filter) => searchesOf(query, filter));
  return { search: {}, searches, tag, order, skip, limit };
}

function searchesOf(
  query: WorkflowListQuery,
  filter: (typeof FILTERS)[number],
): readonly TextSearch[] {
  const given = objectIn(query[filter]);
  const field = query[`${filter}Field`];
  if (given === undefined) return field === undefined ? [] : [{ [`${filter}Field`]: field }];
  if (!isJsonObject(given)) {
    return [
      {
        [filter]: textAt(given, [filter]),
        ...(field !== undefined && { [`${filter}Field`]: field }),
      },
    ];
  }
  return Object.entries(given).map(([name, text]) => ({
    [`${filter}Field`]: fieldAt(name, [filter, name]),
    [filter]: textAt(text, [filter, name]),
  }));
}

/** An object may come as JSON text, which is what pages that document the call send. */
function objectIn(given: unknown): unknown {
  if (typeof given !== 'string' || !given.startsWith('{')) return given;
  return readJsonObject(given) ?? given;
}

function fieldAt(name: string, path: readonly string[]): string {
  if (FIELDS.includes(name)) return name;
  const detail = `must be one of ${FIELDS.join(', ')}`;
  throw invalidInput([{ pointer: jsonPointer(path), detail }]);
}

function textAt(value: unknown, path: readonly string[]): string {
  if (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX) return value;
  const fault: Fault = {
    pointer: jsonPointer(path),
    detail: `must be text of at most ${TEXT_LENGTH_MAX} characters, or an object of such texts by field`,
  };
  throw invalidInput([fault]);
}

/** Which top-level members of documents a list shows; the id and the name are always among them. */
export interface ShownMembers {
  readonly include: ReadonlySet<string> | undefined;
  readonly exclude: ReadonlySet<string>;
}

const ALWAYS = new Set(['_id', 'name']);

/** The members that are meant, by their names between commas. */
export function shownMembers({ include, exclude }: WorkflowListQuery): ShownMembers {
  const names = (text = ''): ReadonlySet<string> =>
    new Set(text.split(',').map((name) => name.trim()));
  return { include: include === undefined ? undefined : names(include), exclude: names(exclude) };
}

/** The document without what is not shown. */
export function withMembers(document: JsonObject, { include, exclude }: ShownMembers): JsonObject {
  const shown = Object.entries(document).filter(
    ([key]: [string, JsonValue]) =>
      ALWAYS.has(key) || (!exclude.has(key) && (include === undefined || include.has(key))),
  );
  return Object.fromEntries(shown);
}
