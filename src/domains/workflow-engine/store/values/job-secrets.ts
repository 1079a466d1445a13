import { type JsonValue } from '#kernel/json.js';
import { secretRemover, type SecretRemover } from '#platform/secrets/known-secrets.js';
import {
  isSecretMember,
  lookedFor,
  maskedData,
  maskedInTurns,
  searchable,
  secretsInTurns,
  secretsWithin,
} from '#platform/secrets/masked-data.js';
import { type ValueRef } from '#cores/engine/value-ref.js';

/** What is found in one value, by itself and as a value under the name of a secret. */
interface Findings {
  readonly holds: boolean;
  readonly texts: readonly string[];
}

/** Values are immutable, and most of a job's stay from step to step: each is looked through once. */
const found = {
  named: new WeakMap<ValueRef, Findings>(),
  plain: new WeakMap<ValueRef, Findings>(),
};

/** What a job knows to be secret: it is hidden wherever it reappears among the values of the job. */
export class JobSecrets {
  static readonly NONE = new JobSecrets([]);
  /** Whether a value holds one of them. */
  readonly #holding = new WeakMap<ValueRef, boolean>();
  #remove: SecretRemover | undefined;

  constructor(readonly texts: readonly string[]) {}

  /** As people see it: what is secret by its name, by its form, or because the job knows it, is hidden. */
  shown<T extends JsonValue>(value: T, name = ''): T {
    return maskedData(value, this.remover, name);
  }

  /** The same, while others have their turn. */
  shownInTurns<T extends JsonValue>(value: T, name = ''): Promise<T> {
    return maskedInTurns(value, this.remover, name);
  }

  /** A text that is kept to be shown alone. */
  shownText(text: string): string {
    return this.shown(text);
  }

  /** Whether the value must not lie open in the database. */
  hides(held: ValueRef, name: string): boolean {
    if (held.kind !== 'here') return false;
    if (findingsOf(held, name).holds) return true;
    if (this.texts.length === 0) return false;
    const before = this.#holding.get(held);
    if (before !== undefined) return before;
    const isHolding = maskedData(held.value, this.remover) !== held.value;
    this.#holding.set(held, isHolding);
    return isHolding;
  }

  /** Looks through a value while others have their turn: what `hides` says of it is known then. */
  async lookThrough(held: ValueRef): Promise<void> {
    if (held.kind !== 'here' || this.texts.length === 0 || this.#holding.has(held)) return;
    const shown = await maskedInTurns(held.value, this.remover);
    this.#holding.set(held, shown !== held.value);
  }

  /** These and the ones that were found since; the same when there are none. */
  with(more: Iterable<string>): JobSecrets {
    const texts = lookedFor(this.texts, more);
    return texts === this.texts ? this : new JobSecrets(texts);
  }

  private get remover(): SecretRemover {
    return (this.#remove ??= secretRemover(this.texts));
  }
}

/** The secrets among what a value holds. @param isDeclared whether its workflow calls the whole of it one. */
export function secretsOf(held: ValueRef, name: string, isDeclared = false): readonly string[] {
  if (held.kind !== 'here') return [];
  // Of a larger thing that is secret as a whole, most is ordinary.
  if (isDeclared && typeof held.value !== 'object') return searchable(held.value);
  return findingsOf(held, name).texts;
}

/** The same, while others have their turn: what is asked of the value afterwards is known. */
export async function findInTurns(held: ValueRef, name: string): Promise<void> {
  if (held.kind !== 'here') return;
  const { value } = held;
  const known = isSecretMember(name, value) ? found.named : found.plain;
  if (known.has(held)) return;
  const holds = (await maskedInTurns(value, undefined, name)) !== value;
  known.set(held, { holds, texts: holds ? await secretsInTurns(value, name) : [] });
}

function findingsOf(held: Extract<ValueRef, { kind: 'here' }>, name: string): Findings {
  const { value } = held;
  const known = isSecretMember(name, value) ? found.named : found.plain;
  const before = known.get(held);
  if (before) return before;
  const holds = maskedData(value, undefined, name) !== value;
  const findings = { holds, texts: holds ? secretsWithin(value, name) : [] };
  known.set(held, findings);
  return findings;
}
