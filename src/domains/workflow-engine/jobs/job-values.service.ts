import { Injectable } from '@nestjs/common';
import { type JsonValue } from '../../../kernel/json.js';
import { type TaskOutcome } from '../engine/commands.js';
import { type HeldValue, type HeldValues } from '../engine/held-value.js';
import { IterationsRepository } from '../iterations/iterations.repository.js';
import { SHOWN } from '../../../platform/secrets/secret-texts.js';
import { HeldTexts } from './held-texts.service.js';
import { JobValueCache } from './job-value-cache.js';
import { JobValueFilesRepository, type ValueFile } from './job-value-files.repository.js';
import { JobSecretLists } from './job-secret-lists.service.js';
import { JobSecrets } from './job-secrets.js';
import { type StoredJob } from './stored-job.js';
import { VALUE_LIMIT_BYTES } from './value-limits.js';

const FILES_AT_ONCE = 8;
/** Longer ones are read again rather than kept. */
const CACHED_LENGTH_MAX = 4 * 1024 * 1024;

/** An outcome as it is written down. */
interface KeptOutcome {
  readonly finish: TaskOutcome['finish'];
  readonly output?: HeldValue;
  readonly outputs?: HeldValues;
  readonly error?: HeldValue;
  readonly secret?: true;
}

/** How values of a job are written down and read again: small ones in place, large ones apart, secret ones sealed. */
@Injectable()
export class JobValues {
  private readonly cache = new JobValueCache();

  constructor(
    private readonly files: JobValueFilesRepository,
    private readonly iterations: IterationsRepository,
    private readonly texts: HeldTexts,
    private readonly secrets: JobSecretLists,
  ) {}

  /** The values in clear text. What is not there any more is left out. */
  async read(jobId: string, values: HeldValues): Promise<Record<string, JsonValue>> {
    return this.readAll(values, (held) => this.readOne(jobId, held));
  }

  /** What a job knows to be secret; without a job there is nothing to know. */
  secretsOf(job: Pick<StoredJob, 'secrets' | 'state'> | null): JobSecrets {
    return job ? this.secrets.of(job) : JobSecrets.NONE;
  }

  /** As people see them: what is secret is `<SECRET>`. */
  async shown(
    jobId: string,
    values: HeldValues,
    secrets: JobSecrets,
  ): Promise<Record<string, JsonValue>> {
    return this.readAll(values, async (held, name) => {
      if (held.secret === true) return SHOWN;
      const value = await this.readOne(jobId, held);
      return value === undefined ? undefined : secrets.shown(value, name);
    });
  }

  /** One value in clear text; undefined when it is not there any more. */
  async readOne(jobId: string, held: HeldValue): Promise<JsonValue | undefined> {
    if (held.kind === 'here') return this.opened(held);
    if (held.kind === 'stored') return this.readStored(jobId, held.hash);
    const output = (await this.iterations.find(held.iteration))?.output;
    if (!output) return undefined;
    const inner = this.decode(output);
    const value = Object.hasOwn(inner, held.name) ? inner[held.name] : undefined;
    return value && value.kind !== 'iteration' ? this.readOne(jobId, value) : undefined;
  }

  /** One that no key of ours opens is shown as what it is: something secret. */
  private opened(held: Extract<HeldValue, { kind: 'here' }>): JsonValue {
    if (held.sealed !== true) return held.value;
    const opened = this.texts.unseal(held, false);
    return opened.kind === 'here' && opened.sealed !== true ? opened.value : SHOWN;
  }

  /** Of the text that a job or an iteration keeps. */
  decode(encoded: string): HeldValues {
    return this.texts.decode(encoded);
  }

  /** Of the text in which one value is kept, that of an error for example. */
  decodeOne(encoded: string): HeldValue {
    return this.texts.decodeOne(encoded);
  }

  /** Stores values apart; those that are there already stay. */
  async put(files: readonly ValueFile[]): Promise<void> {
    for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
      await Promise.all(files.slice(from, from + FILES_AT_ONCE).map((file) => this.putOne(file)));
    }
  }

  /**
   * What a worker made of an iteration, as text: large values lie apart, secret ones are sealed.
   * @param isSealed whether nothing of it may lie open, be it secret as a whole or only where it goes on to.
   * @param secrets what the job knows to be secret.
   */
  async keepOutcome(
    jobId: string,
    outcome: TaskOutcome,
    { isSealed, secrets }: { readonly isSealed: boolean; readonly secrets: JobSecrets },
  ): Promise<string> {
    const { map, files } = this.texts.shrinking(jobId, VALUE_LIMIT_BYTES, secrets);
    const seal = this.texts.sealing(secrets);
    const secret = isSealed || 'secret' in outcome;
    const hold = (value: JsonValue, name = ''): HeldValue =>
      seal(map({ kind: 'here', value, ...(secret && { secret }) }, name), name);
    const kept: KeptOutcome = {
      finish: outcome.finish,
      ...('output' in outcome && outcome.output !== undefined && { output: hold(outcome.output) }),
      ...('error' in outcome && { error: hold(outcome.error) }),
      ...(outcome.outputs && { outputs: holdAll(outcome.outputs, hold) }),
      ...('secret' in outcome && { secret: true as const }),
    };
    await this.put(files);
    return JSON.stringify(kept);
  }

  /**
   * What `keepOutcome` wrote, in clear text.
   * @throws AppError `conflict` (code `secret-unreadable`) for a secret that no key of ours opens.
   */
  async readOutcome(jobId: string, text: string): Promise<TaskOutcome> {
    const { finish, output, outputs, error, secret } = JSON.parse(text) as KeptOutcome;
    const read = async (held: HeldValue): Promise<JsonValue | undefined> =>
      this.readOne(jobId, this.texts.unseal(held, true));
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
    if (known !== undefined) return JSON.parse(known) as JsonValue;
    const text = await this.files.get(jobId, hash);
    if (text === undefined) return undefined;
    this.remember(key, text);
    return JSON.parse(text) as JsonValue;
  }

  private async putOne(file: ValueFile): Promise<void> {
    await this.files.put(file);
    this.remember(`${file.jobId}/${file.hash}`, file.text);
  }

  private remember(key: string, text: string): void {
    if (text.length <= CACHED_LENGTH_MAX) this.cache.set(key, text);
  }

  private async readAll(
    values: HeldValues,
    read: (held: HeldValue, name: string) => Promise<JsonValue | undefined>,
  ): Promise<Record<string, JsonValue>> {
    const entries = await Promise.all(
      Object.entries(values).map(async ([name, held]) => [name, await read(held, name)] as const),
    );
    return Object.fromEntries(entries.filter(isThere));
  }
}

function isThere(
  entry: readonly [string, JsonValue | undefined],
): entry is readonly [string, JsonValue] {
  return entry[1] !== undefined;
}

function holdAll(
  outputs: Readonly<Record<string, JsonValue>>,
  hold: (value: JsonValue, name: string) => HeldValue,
): HeldValues {
  const held = Object.entries(outputs).map(([name, value]) => [name, hold(value, name)] as const);
  return Object.fromEntries(held);
}
