import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type SearchPosition } from './search-position.js';
import { type AskedSearch } from './search-request.js';

const SEALED = '$ENC1.';

/**
 * Where a search goes on. Sealed, not because it holds a secret, but so that nobody makes one up; it goes with the
 * search that it came from.
 */
@Injectable()
export class SearchCursorsService {
  constructor(private readonly box: SecretBox) {}

  write(search: AskedSearch, { nameFolded, chain, place, searched }: SearchPosition): string {
    const content = JSON.stringify([digestOf(search), nameFolded, chain, place, searched]);
    return this.box.seal(content).slice(SEALED.length);
  }

  /**
   * The position, null where the search has no cursor.
   * @throws AppError `invalid-input` for one that is not ours or goes with another search.
   */
  read(search: AskedSearch): SearchPosition | null {
    if (search.cursor === undefined) return null;
    const outcome = this.box.tryUnseal(SEALED + search.cursor);
    const position = outcome.kind === 'unsealed' ? positionIn(outcome.text, search) : null;
    if (position) return position;
    const detail = 'is no cursor that this search has given';
    throw invalidInput([{ pointer: '#/cursor', detail }]);
  }
}

function positionIn(text: string, search: AskedSearch): SearchPosition | null {
  const content = jsonIn(text);
  if (!Array.isArray(content) || content[0] !== digestOf(search)) return null;
  const [, nameFolded, chain, place, searched] = content as readonly unknown[];
  if (typeof nameFolded !== 'string' || typeof chain !== 'string') return null;
  if (typeof searched !== 'number' || (place !== null && typeof place !== 'number')) return null;
  return { nameFolded, chain, place, searched };
}

/** Other sealed texts are no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a cursor depends on; how much is shown at a time may change on the way. */
function digestOf({ pattern, regex, caseSensitive, scope, filter }: AskedSearch): string {
  const asked = [pattern, regex ?? false, caseSensitive ?? false, scope ?? 'newest'];
  const { name, startsWith, type } = filter ?? {};
  const content = JSON.stringify([...asked, name ?? null, startsWith ?? null, type ?? null]);
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
