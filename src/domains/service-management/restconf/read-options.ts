import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { ownValue } from '../../../kernel/json-reading.js';
import {
  COMMIT_FLAGS,
  type CommitOptions,
  type CommitQueue,
  type DryRun,
  DRY_RUN_FORMATS,
  ERROR_OPTIONS,
  QUEUE_MODES,
  type QueueMode,
  type SaveOptions,
} from './commit-options.js';
import { conflictFaults } from './option-conflicts.js';
import { PLAN_HASH_FORM } from './plan-hash.js';
import { read, type Reading, refused } from './reading.js';

const KNOWN: ReadonlySet<string> = new Set([
  ...COMMIT_FLAGS,
  'skip-validation',
  'dryrun',
  'commit-queue',
  'adapterId',
  'atomic',
  'planHash',
]);
const DRY_RUN_KEYS: ReadonlySet<string> = new Set(['outformat', 'reverse']);
const QUEUE_KEYS: ReadonlySet<string> = new Set([
  ...QUEUE_MODES,
  'tag',
  'block-others',
  'lock',
  'atomic',
  'error-option',
]);
const TAG_LENGTH_MAX = 256;
/** Control characters and lone surrogates: such a text becomes part of a request line. */
const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;

/** Reads one object of options and gathers what is wrong with it. */
class OptionReader {
  constructor(
    private readonly object: JsonObject,
    private readonly place: readonly string[],
    readonly faults: Fault[],
  ) {}

  /** An empty leaf of YANG: set by null, `[null]`, true or an empty text. */
  flag(key: string): boolean {
    const value = ownValue(this.object, key);
    if (value === undefined || value === false) return false;
    if (value === null || value === true || value === '' || isListOfNull(value)) return true;
    this.refuse(key, 'must be true, false, null, [null] or an empty text');
    return false;
  }

  /** True or false; absent and null say nothing. */
  truth(key: string): boolean | undefined {
    const value = ownValue(this.object, key) ?? undefined;
    if (value === undefined || typeof value === 'boolean') return value;
    this.refuse(key, 'must be true or false');
    return undefined;
  }

  /** Text; absent and null say nothing. */
  text(key: string, lengthMax: number): string | undefined {
    const value = ownValue(this.object, key) ?? undefined;
    if (value === undefined) return undefined;
    const isFit = typeof value === 'string' && value.length > 0 && value.length <= lengthMax;
    if (isFit && !UNSENDABLE.test(value)) return value;
    this.refuse(key, `must be text of 1 to ${lengthMax} characters, none of them a control`);
    return undefined;
  }

  /** A member of a closed list; absent and null say nothing. */
  member<M extends string>(key: string, members: readonly M[]): M | undefined {
    const value = ownValue(this.object, key) ?? undefined;
    if (value === undefined) return undefined;
    const found = members.find((member) => member === value);
    if (found === undefined) this.refuse(key, `must be one of: ${members.join(', ')}`);
    return found;
  }

  /** A reader of the object under a key; undefined where there is none. */
  group(key: string, known: ReadonlySet<string>): OptionReader | undefined {
    const value = ownValue(this.object, key) ?? undefined;
    if (value === undefined) return undefined;
    if (!isJsonObject(value)) {
      this.refuse(key, 'must be an object');
      return undefined;
    }
    const reader = new OptionReader(value, [...this.place, key], this.faults);
    for (const stray of Object.keys(value).filter((name) => !known.has(name))) {
      reader.refuse(stray, `is unknown; known are: ${[...known].join(', ')}`);
    }
    return reader;
  }

  refuse(key: string, detail: string): void {
    this.faults.push({ pointer: jsonPointer([...this.place, key]), detail });
  }
}

/**
 * Reads the options of operation 18. Refused, each with its place: values of other types, unknown keys
 * in `dryrun` and `commit-queue`, and whatever the table says is illegal together. Other unknown keys
 * are named in `ignored`.
 */
export function readOptions(options: JsonObject): Reading<SaveOptions> {
  const faults: Fault[] = [];
  const reader = new OptionReader(options, ['options'], faults);
  const commit: CommitOptions = {
    flags: COMMIT_FLAGS.filter((flag) => reader.flag(flag)),
    dryRun: readDryRun(reader.group('dryrun', DRY_RUN_KEYS)),
    queue: readQueue(reader.group('commit-queue', QUEUE_KEYS)),
  };
  const adapterId = adapterOf(reader, options);
  const planHash = reader.text('planHash', 200);
  if (planHash !== undefined && !PLAN_HASH_FORM.test(planHash)) {
    reader.refuse('planHash', 'must be the planHash of a dry-run');
  }
  const saved: SaveOptions = {
    commit,
    skipsValidation: reader.flag('skip-validation'),
    atomic: reader.truth('atomic') ?? false,
    ignored: Object.keys(options).filter((key) => !KNOWN.has(key)),
    ...(adapterId !== undefined && { adapterId }),
    ...(planHash !== undefined && { planHash }),
  };
  const all = [...faults, ...conflictFaults(saved)];
  return all.length > 0 ? refused(...all) : read(saved);
}

/** Clients leave the adapter open by an empty text as well. */
function adapterOf(reader: OptionReader, options: JsonObject): string | undefined {
  return ownValue(options, 'adapterId') === '' ? undefined : reader.text('adapterId', 200);
}

function readDryRun(reader: OptionReader | undefined): DryRun | null {
  if (!reader) return null;
  const format = reader.member('outformat', DRY_RUN_FORMATS);
  return { ...(format !== undefined && { format }), reverse: reader.flag('reverse') };
}

function readQueue(reader: OptionReader | undefined): CommitQueue | null {
  if (!reader) return null;
  const queue = {
    ...given('mode', readMode(reader)),
    ...given('tag', reader.text('tag', TAG_LENGTH_MAX)),
    ...given('atomic', reader.truth('atomic')),
    ...given('errorOption', reader.member('error-option', ERROR_OPTIONS)),
  };
  const blockOthers = reader.flag('block-others');
  const lock = reader.flag('lock');
  const saysNothing = !blockOthers && !lock && Object.keys(queue).length === 0;
  return saysNothing ? null : { ...queue, blockOthers, lock };
}

function readMode(reader: OptionReader): QueueMode | undefined {
  const [mode, other] = QUEUE_MODES.filter((one) => reader.flag(one));
  if (mode !== undefined && other !== undefined) {
    reader.refuse(other, `cannot be combined with ${mode}`);
  }
  return mode;
}

/** A member that is left out where there is nothing to say. */
function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  // A computed key is any text to the compiler.
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

function isListOfNull(value: JsonValue): boolean {
  return Array.isArray(value) && value.length === 1 && value[0] === null;
}
