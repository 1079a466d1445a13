import { type Connection, mongo } from 'mongoose';
import { stagesOf } from '../explained.js';
import { type RepositoryCommand } from './repository-commands.js';

interface Planner {
  readonly winningPlan: object;
  readonly rejectedPlans: readonly object[];
}
interface Explanation {
  readonly queryPlanner?: Planner;
  readonly stages?: readonly { readonly $cursor?: Explanation }[];
}

const CONFLICTING_CHANGE = 40;

/** What is wrong with how a command finds its documents; undefined when it is well. */
export type PlanFault =
  'looks at every document' | 'sorts in memory' | 'names none of several indexes';

/** How the database would find the documents of a command. */
export async function planFault(
  connection: Connection,
  one: RepositoryCommand,
): Promise<PlanFault | undefined> {
  const planner = plannerOf(await explain(connection, one));
  if (!planner) return undefined;
  const stages = stagesOf(planner.winningPlan);
  const filter = filterOf(one.command);
  if (stages.includes('COLLSCAN')) return isOne(one) ? undefined : 'looks at every document';
  if (isUnique(connection, one.collection, filter)) return undefined;
  if (stages.includes('SORT')) return 'sorts in memory';
  if (planner.rejectedPlans.length === 0 || partOf(one.command)['hint'] !== undefined)
    return undefined;
  return 'names none of several indexes';
}

/** Absent where the collection is not there yet. */
function plannerOf(explained: Explanation | undefined): Planner | undefined {
  return explained?.queryPlanner ?? explained?.stages?.[0]?.$cursor?.queryPlanner;
}

async function explain(
  connection: Connection,
  { command }: RepositoryCommand,
): Promise<Explanation | undefined> {
  try {
    return await connection.db?.command({ explain: command, verbosity: 'queryPlanner' });
  } catch (error) {
    // Values made from types may change a member and one within it; nobody asks for that.
    if (error instanceof mongo.MongoServerError && error.code === CONFLICTING_CHANGE)
      return undefined;
    throw error;
  }
}

/** What carries condition and hint: the command, or the one update or delete in it. */
function partOf(command: mongo.Document): mongo.Document {
  const parts = (command['updates'] ??
    command['deletes'] ?? [command]) as readonly mongo.Document[];
  return parts[0] ?? command;
}

function filterOf(command: mongo.Document): mongo.Document {
  const [match] = (command['pipeline'] ?? []) as readonly mongo.Document[];
  const part = partOf(command);
  const filter: unknown = part['q'] ?? part['filter'] ?? part['query'] ?? match?.['$match'];
  return filter ?? {};
}

/** Any document will do: the first one ends the search. */
function isOne({ name, command }: RepositoryCommand): boolean {
  const isOpen = Object.keys(filterOf(command)).length === 0;
  return name === 'find' && command['limit'] === 1 && isOpen;
}

/** One document or as many as are named, whichever index is taken. */
function isUnique(connection: Connection, collection: string, filter: mongo.Document): boolean {
  const given = flat(filter);
  const unique = Object.values(connection.models)
    .filter((model) => model.collection.collectionName === collection)
    .flatMap(({ schema }) => schema.indexes())
    .flatMap(([keys, options]) => (options.unique === true ? [Object.keys(keys)] : []));
  return [['_id'], ...unique].some((keys) => keys.every((key) => isNamed(given[key])));
}

function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return value !== undefined;
  return '$in' in value || '$eq' in value || !Object.keys(value).some((one) => one.startsWith('$'));
}

/** All conditions of `$and` beside those around it. */
function flat({ $and = [], ...others }: mongo.Document): mongo.Document {
  const parts = ($and as readonly mongo.Document[]).map(flat);
  return Object.assign({}, others, ...parts) as mongo.Document;
}
