import { APPLICATIONS } from '../../kernel/principal.js';
import { foldText } from '../../kernel/folded-text.js';
import { invalidInput } from '../../kernel/app-error.js';

const OWN = new Set([...APPLICATIONS, 'Platform'].map(foldText));

/**
 * Whatever an event of one of the platform's sources says, the platform must have said.
 * @throws AppError `invalid-input`
 */
export function assertForeignSource(source: string): void {
  if (!OWN.has(foldText(source.trim()))) return;
  throw invalidInput([{ pointer: '#/source', detail: 'is a source of the platform itself' }]);
}
