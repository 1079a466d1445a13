import { itemsOf } from '../../client/src/paginate.js';
import { type Client } from '../../client/src/generated/client/index.js';
import { OPERATIONS } from './generated/operations.gen.js';
import { type OperationRow } from './operation-row.js';
import { type OperationParameter } from './command-arguments.js';
import { VERBS } from './verbs.js';

/** A value that may be meant, and what it is. */
export interface Suggestion {
  readonly value: string;
  readonly note: string;
}

/** A list, and the member of its items that is the value. */
interface Source {
  readonly operation: string;
  readonly member: string;
}

/** Longer than a person waits for a completion. */
const PATIENCE_MS = 2000;
const AT_MOST = 100;

/** Values that are no part of a path. */
const BY_NAME: Readonly<Record<string, Source>> = {
  account: { operation: 'listAccounts', member: 'username' },
  device: { operation: 'listDevices', member: 'name' },
  devices: { operation: 'listDevices', member: 'name' },
  job: { operation: 'listJobs', member: '_id' },
  jobIds: { operation: 'listJobs', member: '_id' },
  roles: { operation: 'listRoles', member: 'name' },
  workflow: { operation: 'searchWorkflows', member: 'name' },
};

/** Values of the platform that begin as it is written; none where no list has them. */
export async function suggestions(
  client: Client,
  { row, name }: OperationParameter,
  begun: string,
): Promise<readonly Suggestion[]> {
  const source = sourceOf(row, name);
  const list = source && OPERATIONS[source.operation];
  if (!source || !list) return [];
  const answer: unknown = await client.request({
    method: list.method,
    url: list.path,
    responseStyle: 'data',
    throwOnError: true,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...asked(source, list, begun),
  });
  return itemsOf(itemsHolder(answer)).flatMap((item) => suggestion(item, source.member));
}

/** The list that a place of a path is one of, or the one that has values of this name. */
function sourceOf({ path, pathNames, tag }: OperationRow, name: string): Source | undefined {
  const member = /^(.*Id|id|_id|other)$/.test(name) ? '_id' : name;
  if (!pathNames.includes(name))
    return BY_NAME[name] ?? (tag === 'Packages' && name === 'name' ? PACKAGES : undefined);
  const steps = path.slice(0, path.indexOf(`/{${name}}`)).split('/');
  for (; steps.length > 1; steps.pop()) {
    const operation = listAt(steps.join('/'));
    if (operation !== undefined) return { operation, member };
  }
  return undefined;
}

const PACKAGES: Source = { operation: 'listAvailableArtifacts', member: 'name' };

function listAt(path: string): string | undefined {
  const found = Object.entries(OPERATIONS).find(
    ([operation, row]) =>
      row.path === path && (row.method === 'GET' || bodyOf(operation) !== undefined),
  );
  return found?.[0];
}

/** Lists that are asked for with a body are verbs of that body. */
function bodyOf(operation: string): object | undefined {
  return VERBS.find((verb) => verb.operation === operation)?.body;
}

function asked({ operation, member }: Source, list: OperationRow, begun: string): object {
  const body = bodyOf(operation);
  if (body) {
    const headers = { 'content-type': 'application/json' };
    return { headers, body: JSON.stringify(body), bodySerializer: null };
  }
  const isSearched = begun !== '' && member === 'name';
  const startsWith = isSearched && list.query.some(({ name }) => name === 'startsWith');
  return { query: { limit: AT_MOST, ...(startsWith && { startsWith: { name: begun } }) } };
}

/** Some lists lie one step deeper. */
function itemsHolder(answer: unknown): unknown {
  const { backups } = answer as { readonly backups?: unknown };
  return backups ?? answer;
}

function suggestion(item: unknown, member: string): readonly Suggestion[] {
  const { metadata, ...own } = item as Readonly<Record<string, unknown>>;
  const all: Readonly<Record<string, unknown>> = { ...(metadata as object | undefined), ...own };
  const value = all[member] ?? all['id'];
  if (typeof value !== 'string') return [];
  const notes = ['name', 'summary', 'status', 'description'].map((name) => all[name]);
  const note = notes
    .filter((one) => typeof one === 'string' && one !== '' && one !== value)
    .join(', ');
  return [{ value, note: note.replaceAll(/\s+/g, ' ') }];
}
