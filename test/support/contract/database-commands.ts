/** A command as the driver reports it before it sends it. */
export type DatabaseCommand = Readonly<Record<string, unknown>>;

/** Everything the platform asks of a database; what is not here may be missing somewhere. */
const READS = ['find', 'getMore', 'killCursors', 'count', 'distinct', 'aggregate', 'explain'];
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
const SCHEMA = ['create', 'createIndexes', 'listIndexes', 'listCollections', 'collMod'];
const CONNECTION = ['hello', 'ping', 'endSessions', 'serverStatus'];
const COMMANDS = new Set([...READS, ...WRITES, ...SCHEMA, ...CONNECTION]);

const STAGES = new Set([
  '$match',
  '$group',
  '$sort',
  '$skip',
  '$limit',
  '$project',
  '$set',
  '$unset',
  '$unionWith',
]);

/** Needs of a transaction, and operators that run code or need replication. */
const FORBIDDEN_KEYS = new Set([
  'startTransaction',
  'autocommit',
  '$where',
  '$function',
  '$accumulator',
  '$changeStream',
]);

/** What a command asks that production, or the embedded engine, cannot be relied on to have. */
export function commandViolations(name: string, command: DatabaseCommand): readonly string[] {
  const found: string[] = [];
  if (!COMMANDS.has(name)) found.push(`${name} is not on the list of commands`);
  for (const stage of stagesOf(name, command)) {
    if (!STAGES.has(stage)) found.push(`${stage} is not on the list of stages`);
  }
  const forbidden = new Set<string>();
  addForbidden(command, forbidden);
  for (const key of forbidden) found.push(`${name} uses ${key}`);
  if (WRITES.includes(name) && !isJournalled(command['writeConcern'])) {
    found.push(`${name} is acknowledged before it is on disk`);
  }
  return found;
}

function stagesOf(name: string, { pipeline }: DatabaseCommand): readonly string[] {
  if (name !== 'aggregate' || !Array.isArray(pipeline)) return [];
  return pipeline.flatMap((stage: object) => Object.keys(stage));
}

/** `w: 1` is what a standalone server must be asked for, `majority` a replica set (ADR 0010). */
function isJournalled(concern: unknown): boolean {
  if (typeof concern !== 'object' || concern === null) return false;
  const { w, j } = concern as { w?: unknown; j?: unknown };
  return (w === 1 || w === 'majority') && j === true;
}

/** Adds the forbidden keys at any depth of filters and updates; documents from outside may hold any key. */
function addForbidden(value: unknown, found: Set<string>, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 6) return;
  if (ArrayBuffer.isView(value)) return; // each byte would be a key
  for (const [key, child] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) found.add(key);
    addForbidden(child, found, depth + 1);
  }
}
