import { Injectable } from '@nestjs/common';
import { type JsonValue } from '#kernel/json.js';
import { type TaskOutcome } from '#cores/engine/commands.js';
import { type ValueRef, type ValueRefs } from '#cores/engine/value-ref.js';
import { type ValueMapping, mapValues } from '#cores/engine/map-values.js';
import { fullError } from '#cores/engine/running/value-bounds.js';
import { readInTurns } from '#api/http/json-in-turns.js';
import { IterationsRepository } from '../iterations.repository.js';
import { isUnreadable } from '#platform/secrets/secret-box.js';
import { SHOWN } from '#platform/secrets/secret-texts.js';
import { ValueCodecService } from './value-codec.service.js';
import { JobValueCache } from './job-value-cache.js';
import { JobValueFilesRepository, type ValueFile } from './job-value-files.repository.js';
import { JobSecretListsService } from './job-secret-lists.service.js';
import { JobSecrets } from './job-secrets.js';
import { lookAhead, type InlineValue } from './step-secrets.js';
import { type StoredJob } from '../stored-job.js';
import { VALUE_LIMIT_BYTES } from './value-sizes.js';
import { ValueQuotaService } from './value-quota.service.js';

const FILES_AT_ONCE = 8;
/** Longer ones are read again rather than kept. */
const CACHED_LENGTH_MAX = 4 * 1024 * 1024;

/** Of the job whose task has come to an outcome. */
interface OutcomeJob {
  /** Whether nothing of it may lie open, be it secret as a whole or only where it goes on to. */
  readonly isSealed: boolean;
  /** What the job knows to be secret. */
  readonly secrets: JobSecrets;
  /** `rootStarter` of the job. */
  readonly starter: string;
}

/** An outcome, or that there was no room for it, and the text that stands for it. */
export interface KeptOutcome {
  readonly outcome: TaskOutcome;
  readonly text: string;
}

/** How values of a job are written down and read again: small ones in place, large ones apart, secret ones sealed. */
@Injectable()
export class JobValuesService {
  private readonly cache = new JobValueCache();

  constructor(
    private readonly files: JobValueFilesRepository,
    private readonly iterations: IterationsRepository,
    private readonly codec: ValueCodecService,
    private readonly secrets: JobSecretListsService,
    private readonly quota: ValueQuotaService,
  ) {}

  /**
   * The values in clear text. What is not there any more is left out.
   * @throws AppError `conflict` (code `secret-unreadable`) for a secret that no key of ours opens.
   */
  async read(jobId: string, values: ValueRefs): Promise<Record<string, JsonValue>> {
    return this.readAll(values, (held) => this.readOne(jobId, held));
  }

  /** What a job knows to be secret; without a job there is nothing to know. */
  secretsOf(job: Pick<StoredJob, 'secrets' | 'state'> | null): JobSecrets {
    return job ? this.secrets.of(job) : JobSecrets.NONE;
  }

  /** As people see them: what is secret is `<SECRET>`, be there a key that opens it or not. */
  async shown(
    jobId: string,
    values: ValueRefs,
    secrets: JobSecrets,
  ): Promise<Record<string, JsonValue>> {
    return this.readAll(values, async (held, name) => {
      if (held.secret === true) return SHOWN;
      const value = await this.readOne(jobId, held).catch(hiddenIfUnreadable);
      return value === undefined ? undefined : secrets.shownInTurns(value, name);
    });
  }

  /**
   * One value in clear text; undefined when it is not there any more.
   * @throws AppError `conflict` (code `secret-unreadable`) for a secret that no key of ours opens.
   */
  async readOne(jobId: string, held: ValueRef): Promise<JsonValue | undefined> {
    if (held.kind === 'here') return this.opened(held);
    if (held.kind === 'stored') return this.readStored(jobId, held.hash);
    const output = (await this.iterations.find(held.iteration))?.output;
    if (!output) return undefined;
    const inner = this.decode(output);
    const value = Object.hasOwn(inner, held.name) ? inner[held.name] : undefined;
    return value && value.kind !== 'iteration' ? this.readOne(jobId, value) : undefined;
  }

  /** What is sealed still could not be opened when its text was read. */
  private opened(held: Extract<ValueRef, { kind: 'here' }>): JsonValue | undefined {
    if (held.sealed !== true) return held.value;
    const clear = this.codec.unseal(held, true);
    return clear.kind === 'here' ? clear.value : undefined;
  }

  /** Of the text that a job or an iteration keeps. */
  decode(encoded: string): ValueRefs {
    return this.codec.decode(encoded);
  }

  /** Of the text in which one value is kept, that of an error for example. */
  decodeOne(encoded: string): ValueRef {
    return this.codec.decodeOne(encoded);
  }

  /**
   * Stores values apart; those that are there already stay.
   * @param starter `rootStarter` of their job.
   * @returns false when that one has no room for them, and none was stored.
   */
  async put(files: readonly ValueFile[], starter: string): Promise<boolean> {
    return this.putAbsent(files, starter, (bytes) => this.quota.enter(starter, bytes));
  }

  /** The same, if there is room or not: what a job needs to go on at all. */
  async putAnyway(files: readonly ValueFile[], starter: string): Promise<void> {
    await this.putAbsent(files, starter, (bytes) => this.quota.enterAnyway(starter, bytes));
  }

  /**
   * What a worker made of an iteration, as text: large values lie apart, secret ones are sealed.
   * @returns the outcome itself, or that there is no room for it, with its text.
   */
  async keepOutcome(jobId: string, outcome: TaskOutcome, of: OutcomeJob): Promise<KeptOutcome> {
    const { text, files } = await this.written(jobId, outcome, of);
    if (await this.put(files, of.starter)) return { outcome, text };
    const full = fullError(this.quota.refusal);
    return { outcome: full, text: (await this.written(jobId, full, of)).text };
  }

  private async written(
    jobId: string,
    outcome: TaskOutcome,
    { isSealed, secrets }: OutcomeJob,
  ): Promise<{ readonly text: string; readonly files: readonly ValueFile[] }> {
    const held = heldOutcome(outcome, isSealed || 'secret' in outcome);
    for (const large of await lookAhead(valuesOf(held))) await secrets.lookThrough(large);
    const { map, files } = this.codec.shrinking(jobId, VALUE_LIMIT_BYTES, secrets);
    const seal = this.codec.sealing(secrets);
    const put: ValueMapping = (one, name = '') => seal(map(one, name), name);
    const { output, outputs, error } = held;
    const kept: StoredOutcome = {
      ...held,
      ...(output && { output: put(output) }),
      ...(outputs && { outputs: mapValues(outputs, put) }),
      ...(error && { error: put(error) }),
    };
    return { text: JSON.stringify(kept), files };
  }

  /**
   * What `keepOutcome` wrote, in clear text.
   * @throws AppError `conflict` (code `secret-unreadable`) for a secret that no key of ours opens.
   */
  async readOutcome(jobId: string, text: string): Promise<TaskOutcome> {
    const { finish, output, outputs, error, secret } = JSON.parse(text) as StoredOutcome;
    const read = async (held: ValueRef): Promise<JsonValue | undefined> =>
      this.readOne(jobId, this.codec.unseal(held, true));
    const named = outputs && { outputs: await this.readAll(outputs, read) };
    if (finish === 'error') {
      return { finish, error: (error && (await read(error))) ?? null, ...named };
    }
    const one = output && { output: await read(output) };
    return { finish, ...one, ...named, ...(secret && { secret }) };
  }

  private async readStored(jobId: string, hash: string): Promise<JsonValue | undefined> {
    const key = `${jobId}/${hash}`;
    const known = this.cache.get(key);
    if (known !== undefined) return readInTurns(known);
    const text = await this.files.get(jobId, hash);
    if (text === undefined) return undefined;
    this.remember(key, text);
    return readInTurns(text);
  }

  private async putAbsent(
    files: readonly ValueFile[],
    starter: string,
    enter: (bytes: number) => Promise<(() => void) | undefined>,
  ): Promise<boolean> {
    const absent = await this.files.absent(files);
    if (absent.length === 0) return true;
    const leave = await enter(absent.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0));
    if (!leave) return false;
    try {
      for (let from = 0; from < absent.length; from += FILES_AT_ONCE) {
        const some = absent.slice(from, from + FILES_AT_ONCE);
        await Promise.all(some.map((file) => this.putOne(file, starter)));
      }
    } finally {
      leave();
    }
    return true;
  }

  private async putOne(file: ValueFile, starter: string): Promise<void> {
    await this.files.put(file, starter);
    this.remember(`${file.jobId}/${file.hash}`, file.text);
  }

  private remember(key: string, text: string): void {
    if (text.length <= CACHED_LENGTH_MAX) this.cache.set(key, text);
  }

  private async readAll(
    values: ValueRefs,
    read: (held: ValueRef, name: string) => Promise<JsonValue | undefined>,
  ): Promise<Record<string, JsonValue>> {
    const entries = await Promise.all(
      Object.entries(values).map(async ([name, held]) => [name, await read(held, name)] as const),
    );
    return Object.fromEntries(entries.filter(isThere));
  }
}

function hiddenIfUnreadable(error: unknown): string {
  if (isUnreadable(error)) return SHOWN;
  throw error;
}

function isThere(
  entry: readonly [string, JsonValue | undefined],
): entry is readonly [string, JsonValue] {
  return entry[1] !== undefined;
}

/** An outcome as it is written down. */
interface StoredOutcome<V extends ValueRef = ValueRef> {
  readonly finish: TaskOutcome['finish'];
  readonly output?: V;
  readonly outputs?: Readonly<Record<string, V>>;
  readonly error?: V;
  readonly secret?: true;
}

/** An outcome with its values as they are held, before any is put elsewhere. */
function heldOutcome(outcome: TaskOutcome, secret: boolean): StoredOutcome<InlineValue> {
  const hold = (value: JsonValue): InlineValue => ({
    kind: 'here',
    value,
    ...(secret && { secret }),
  });
  const { outputs } = outcome;
  const named = Object.entries(outputs ?? {}).map(([name, value]) => [name, hold(value)] as const);
  return {
    finish: outcome.finish,
    ...('output' in outcome && outcome.output !== undefined && { output: hold(outcome.output) }),
    ...('error' in outcome && { error: hold(outcome.error) }),
    ...(outputs && { outputs: Object.fromEntries(named) }),
    ...('secret' in outcome && { secret: true as const }),
  };
}

/** All values of an outcome, with the names that they have. */
function valuesOf({
  output,
  outputs = {},
  error,
}: StoredOutcome<InlineValue>): readonly (readonly [InlineValue, string])[] {
  const named = Object.entries(outputs).map(([name, held]) => [held, name] as const);
  const unnamed = [output, error].filter((held) => held !== undefined);
  return [...unnamed.map((held) => [held, ''] as const), ...named];
}
