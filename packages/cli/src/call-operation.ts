import { type Client } from '../../client/src/generated/client/index.js';
import { framesOf } from '../../client/src/frames.js';
import { CommandError } from './command-error.js';
import { type OperationRow, type OptionRow } from './operation-row.js';
import { type CommandEnvironment } from './command-environment.js';
import { argumentText } from './argument-text.js';

/** What was given for an operation, by the names that it has for it. */
export type Given = Readonly<Record<string, unknown>>;

/** An operation that is called, with what was given for it. */
export interface Call {
  readonly row: OperationRow;
  readonly given: Given;
  /** The whole body, as `--input` has it: members that are given one by one come on top. */
  readonly whole?: string;
  /** Members of the body that are always the same. */
  readonly fixed?: Readonly<Record<string, unknown>>;
}

/**
 * Calls an operation. Texts and pictures are answered as text, frames of a stream are written as they come.
 * @throws ProblemError, UnreachableError
 */
export async function callOperation(
  client: Client,
  call: Call,
  environment: CommandEnvironment,
): Promise<unknown> {
  const { row, given } = call;
  const body = await bodyOf(call, environment);
  const answer: unknown = await client.request({
    method: row.method,
    url: row.path,
    signal: environment.signal,
    path: some(row.pathNames, given),
    query: some(namesOf(row.query), given),
    responseStyle: 'data',
    throwOnError: true,
    parseAs: readingOf(row),
    headers: { ...some(row.headers, given), ...headersOf(row, body) },
    ...(body !== undefined && { body: JSON.stringify(body), bodySerializer: null }),
  });
  if (row.media !== EVENTS) return answer;
  for await (const { data } of framesOf(answer as ReadableStream<Uint8Array>))
    environment.stdout.write(`${data}\n`);
  return undefined;
}

const EVENTS = 'text/event-stream';

function readingOf({ media }: OperationRow): 'stream' | 'json' | 'text' {
  if (media === EVENTS) return 'stream';
  return media === '' || media === 'application/json' ? 'json' : 'text';
}

function headersOf({ media }: OperationRow, body: unknown): Record<string, string> {
  return {
    ...(media === EVENTS && { accept: media }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

function namesOf(options: readonly OptionRow[] = []): readonly string[] {
  return options.map(({ name }) => name);
}

function some(names: readonly string[], given: Given): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
}

async function bodyOf(
  { row, given, whole, fixed }: Call,
  environment: CommandEnvironment,
): Promise<unknown> {
  if (!row.body) return undefined;
  const members = { ...fixed, ...some(namesOf(row.body), given) };
  if (whole === undefined) return members;
  const body = parsed(await argumentText(whole, environment), '--input');
  return Object.keys(members).length > 0 ? { ...(body as object), ...members } : body;
}

/** What a text on the command line stands for; `@file` and `-` for all that is more than a text. @throws CommandError when it is not what the operation takes. */
export async function valueOf(
  text: string,
  { name, kind }: OptionRow,
  environment: CommandEnvironment,
): Promise<unknown> {
  if (kind === 'string') return text;
  const full = await argumentText(text, environment);
  if (kind === 'integer' || kind === 'number') return numberOf(full, name);
  if (kind === 'boolean') return full === 'true';
  if (kind === 'object') return parsed(full, name);
  return /^\s*[[{"]/.test(full) ? parsed(full, name) : full;
}

function numberOf(text: string, name: string): number {
  const value = Number(text);
  if (Number.isNaN(value)) throw new CommandError(`${name} is a number, not ${text}`);
  return value;
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandError(`${name} is not JSON: ${(error as Error).message}`);
  }
}
