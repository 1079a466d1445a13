import { type Fault, invalidInput } from '../../kernel/app-error.js';

/** What the interface shows in the place of a secret that is set. */
export const PLACEHOLDERS = ['<ACCESS_TOKEN>', '<PASSWORD>', '<SECRET>'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What a written secret means for the stored one. */
export type SecretWrite =
  | { readonly kind: 'keep'; readonly stored: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'refused'; readonly detail: string };

/** Where a secret is sent to; whoever changes it must know the secret. */
export interface SecretTarget {
  readonly host?: string | undefined;
  readonly url?: string | undefined;
  readonly port?: number | string | undefined;
  readonly username?: string | undefined;
  /** Whether the certificate of the target is checked; absent counts as true. */
  readonly verifiesTls?: boolean | undefined;
  /** Which authorities may vouch for the target; absent counts as the usual ones. */
  readonly authorities?: string | undefined;
}

/** The answer's form of a secret: its placeholder when it is set, an empty text when not. */
export function mask(stored: string | undefined, placeholder: Placeholder): Placeholder | '' {
  return stored === undefined || stored === '' ? '' : placeholder;
}

/** True for each of the placeholders: a client may write back any of them. */
export function isPlaceholder(text: string): text is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(text);
}

/**
 * Writing a placeholder back keeps the stored secret, an empty text removes it, other text replaces
 * it. Refused: a placeholder where nothing is stored, and sealed text, which only we make.
 */
export function keepOrReplace(written: string, stored: string | undefined): SecretWrite {
  if (written === '') return { kind: 'clear' };
  if (written.startsWith('$ENC')) {
    return { kind: 'refused', detail: 'is sealed text: enter the secret itself' };
  }
  if (!isPlaceholder(written)) return { kind: 'replace', text: written };
  if (stored !== undefined && stored !== '') return { kind: 'keep', stored };
  return { kind: 'refused', detail: 'is a placeholder, but no secret is stored: enter the secret' };
}

/** A secret as written beside its target, and what was stored before. */
export interface SecretChange {
  readonly written: string;
  readonly stored: string | undefined;
  /** Where the secret lies in the request, `#/data/credentials/token` for example. */
  readonly pointer: string;
  readonly before: SecretTarget;
  readonly after: SecretTarget;
}

/**
 * The text to store for a written secret; `seal` is `SecretBox.seal`.
 * @throws AppError `invalid-input` for what `keepOrReplace` and `assertPlaceholderAllowed` refuse.
 */
export function secretToStore(change: SecretChange, seal: (text: string) => string): string {
  const write = keepOrReplace(change.written, change.stored);
  switch (write.kind) {
    case 'keep':
      assertPlaceholderAllowed(change);
      return write.stored;
    case 'clear':
      return '';
    case 'replace':
      return seal(write.text);
    case 'refused':
      throw invalidInput([{ pointer: change.pointer, detail: write.detail }]);
  }
}

/**
 * A stored secret must not follow a changed target: else anyone who may edit a host, and not read
 * the secret, could have it sent to a host of their own.
 * @throws AppError `invalid-input` for a placeholder together with a changed target.
 */
export function assertPlaceholderAllowed(change: Omit<SecretChange, 'stored'>): void {
  if (!isPlaceholder(change.written)) return;
  const changed = changedAspects(change.before, change.after);
  if (changed.length === 0) return;
  const fault: Fault = {
    pointer: change.pointer,
    detail: `is a placeholder, but ${changed.join(', ')} changed: enter the secret again`,
  };
  throw invalidInput([fault]);
}

const ASPECTS: readonly {
  readonly name: string;
  readonly read: (target: SecretTarget) => string;
}[] = [
  { name: 'host', read: ({ host }) => (host ?? '').toLowerCase() },
  { name: 'URL', read: ({ url }) => canonicalUrl(url ?? '') },
  { name: 'port', read: ({ port }) => String(port ?? '') },
  { name: 'user name', read: ({ username }) => username ?? '' },
  { name: 'TLS verification', read: ({ verifiesTls }) => String(verifiesTls ?? true) },
  { name: 'TLS authorities', read: ({ authorities }) => authorities ?? '' },
];

function changedAspects(before: SecretTarget, after: SecretTarget): readonly string[] {
  return ASPECTS.filter(({ read }) => read(before) !== read(after)).map(({ name }) => name);
}

/** Spellings of one URL are one URL: case of the host, default port, empty path. */
function canonicalUrl(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text;
}
