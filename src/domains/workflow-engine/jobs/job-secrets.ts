import { type JsonValue } from '../../../kernel/json.js';
import { secretRemover, type SecretRemover } from '../../../platform/secrets/known-secrets.js';
import { maskedData, secretsWithin } from '../../../platform/secrets/masked-data.js';
import { soundsSecret } from '../../../platform/secrets/secret-names.js';
import { type HeldValue } from '../engine/held-value.js';

/** What one job remembers: more are hidden at their names only. */
const TEXTS_MAX = 500;
const CHARACTERS_MAX = 64 * 1024;

/** What is found in one value, by itself and as a value under the name of a secret. */
interface Findings {
  readonly holds: boolean;
  readonly texts: readonly string[];
}

/** Values are immutable, and most of a job's stay from step to step: each is looked through once. */
const found = {
  named: new WeakMap<HeldValue, Findings>(),
  plain: new WeakMap<HeldValue, Findings>(),
};

/** What a job knows to be secret: it is hidden wherever it reappears among the values of the job. */
export class JobSecrets {
  static readonly NONE = new JobSecrets([]);
  readonly #clean = new WeakSet<HeldValue>();
  #remove: SecretRemover | undefined;

  constructor(readonly texts: readonly string[]) {}

  /** As people see it: what is secret by its name, by its form, or because the job knows it, is hidden. */
  shown<T extends JsonValue>(value: T, name = ''): T {
    return maskedData(value, this.remover, soundsSecret(name));
  }

  /** A text that is kept to be shown alone. */
  shownText(text: string): string {
    return this.shown(text);
  }

  /** Whether the value must not lie open in the database. */
  hides(held: HeldValue, name: string): boolean {
    if (held.kind !== 'here') return false;
    if (findingsOf(held, name).holds) return true;
    if (this.texts.length === 0 || this.#clean.has(held)) return false;
    if (maskedData(held.value, this.remover) !== held.value) return true;
    this.#clean.add(held);
    return false;
  }

  /** These and the ones that were found since; the same when there are none. */
  with(more: Iterable<string>): JobSecrets {
    const texts = new Set(this.texts);
    let length = this.texts.reduce((sum, text) => sum + text.length, 0);
    for (const text of more) {
      if (texts.has(text) || texts.size >= TEXTS_MAX) continue;
      length += text.length;
      if (length <= CHARACTERS_MAX) texts.add(text);
    }
    return texts.size === this.texts.length ? this : new JobSecrets([...texts]);
  }

  private get remover(): SecretRemover {
    return (this.#remove ??= secretRemover(this.texts));
  }
}

/** The secrets among what a value holds. @param isDeclared whether its workflow calls the whole of it one. */
export function secretsOf(held: HeldValue, name: string, isDeclared = false): readonly string[] {
  if (held.kind !== 'here') return [];
  // Of a larger thing that is secret as a whole, most is ordinary.
  if (isDeclared && typeof held.value === 'string') return secretsWithin(held.value, true);
  return findingsOf(held, name).texts;
}

function findingsOf(held: Extract<HeldValue, { kind: 'here' }>, name: string): Findings {
  const isNamed = soundsSecret(name);
  const known = isNamed ? found.named : found.plain;
  const before = known.get(held);
  if (before) return before;
  const { value } = held;
  const holds = maskedData(value, undefined, isNamed) !== value;
  const findings = { holds, texts: holds ? secretsWithin(value, isNamed) : [] };
  known.set(held, findings);
  return findings;
}
