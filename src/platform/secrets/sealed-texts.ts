import { type ResealOutcome } from './secret-box.js';

/** Sealed text wherever it stands: documents that are kept as JSON text hold it within a string. */
const SEALED_WITHIN = /\$ENC1\.[0-9a-f]{8}\.[A-Za-z0-9_-]{38,}/g;

/** What every document with a sealed text has among its bytes. */
export const SEALED_MARK = '$ENC1.';

/** One string of a document and what it shall become. */
export interface TextChange {
  readonly path: readonly (string | number)[];
  readonly before: string;
  readonly after: string;
}

/** What a walk through one document found. */
export interface Resealed {
  /** The document with every text brought to the newest key. */
  readonly document: unknown;
  readonly changes: readonly TextChange[];
  /** How many sealed texts the changes brought to the newest key. */
  readonly count: number;
  readonly unreadable: readonly UnreadableText[];
}

/** The place of a text that no key opens; never the text itself. */
export interface UnreadableText {
  readonly path: readonly (string | number)[];
  readonly reason: Extract<ResealOutcome, { kind: 'unreadable' }>['reason'];
}

interface Findings {
  readonly changes: TextChange[];
  readonly unreadable: UnreadableText[];
  count: number;
}

/** Walks a document of maps, lists and values, as `toTree` reads it. */
class Walk {
  readonly found: Findings = { changes: [], unreadable: [], count: 0 };

  constructor(private readonly reseal: (sealed: string) => ResealOutcome) {}

  value(value: unknown, path: readonly (string | number)[]): unknown {
    if (typeof value === 'string') return this.#text(value, path);
    if (Array.isArray(value)) return value.map((item, at) => this.value(item, [...path, at]));
    if (!(value instanceof Map)) return value;
    const entries = [...(value as Map<string, unknown>)];
    return new Map(entries.map(([key, item]) => [key, this.value(item, [...path, key])]));
  }

  #text(before: string, path: readonly (string | number)[]): string {
    if (!before.includes(SEALED_MARK)) return before;
    const after = before.replace(SEALED_WITHIN, (sealed) => this.#sealed(sealed, path));
    if (after !== before) this.found.changes.push({ path, before, after });
    return after;
  }

  #sealed(sealed: string, path: readonly (string | number)[]): string {
    const outcome = this.reseal(sealed);
    if (outcome.kind === 'unreadable') {
      this.found.unreadable.push({ path, reason: outcome.reason });
    }
    if (outcome.kind !== 'resealed') return sealed;
    this.found.count += 1;
    return outcome.sealed;
  }
}

/**
 * Brings every sealed text of a document to the newest key, at any depth and within other text.
 * @param document as `toTree` reads it: maps, lists, and values
 */
export function resealTexts(
  document: unknown,
  reseal: (sealed: string) => ResealOutcome,
): Resealed {
  const walk = new Walk(reseal);
  return { document: walk.value(document, []), ...walk.found };
}
