import {
  LINE_OPERATIONS,
  type LineOperation,
  RECORD_OPERATIONS,
  type RecordOperation,
  type RuleAction,
} from './template.js';
import { TextFsmError } from './textfsm-error.js';

/** Without the blanks around it: with them, a row of blanks could be divided in the square of its length. */
const ACTION = /^(?:([A-Za-z]+)(?:\.([A-Za-z]+))?(?=\s|$))?(?:\s*(\w+|".*"))?$/;
const NOTHING: RuleAction = { line: 'Next', record: 'NoRecord', target: undefined };

/**
 * Reads what stands behind the arrow of a rule: `Next.Record State`, `Record`, `State`.
 * @param text from behind the arrow; undefined for a rule without one.
 * @throws TextFsmError `syntax`
 */
export function readAction(text: string | undefined, at: number): RuleAction {
  if (text === undefined || text.trim() === '') return NOTHING;
  const match = /^\s/.test(text) ? ACTION.exec(text.trim()) : null;
  if (!match) throw malformed(at);
  const [, first = '', second, target] = match;
  const action = operations(first, second, target, at);
  assertTarget(action, at);
  return action;
}

function assertTarget({ line, target }: RuleAction, at: number): void {
  if (target === undefined) return;
  if (line === 'Continue')
    throw new TextFsmError('syntax', "'Continue' goes to no other state", at);
  if (line !== 'Error' && target.startsWith('"')) throw malformed(at);
}

function operations(
  first: string,
  second: string | undefined,
  target: string | undefined,
  at: number,
): RuleAction {
  if (isLineOperation(first)) return { line: first, record: recordOf(second, at), target };
  if (second !== undefined) throw malformed(at);
  if (isRecordOperation(first)) return { ...NOTHING, record: first, target };
  // A word that is no operation is the name of a state, and stands alone.
  if (first !== '' && target !== undefined) throw malformed(at);
  return { ...NOTHING, target: first === '' ? target : first };
}

function recordOf(word: string | undefined, at: number): RecordOperation {
  if (word === undefined) return 'NoRecord';
  if (isRecordOperation(word)) return word;
  throw malformed(at);
}

function isLineOperation(word: string): word is LineOperation {
  return (LINE_OPERATIONS as readonly string[]).includes(word);
}

function isRecordOperation(word: string): word is RecordOperation {
  return (RECORD_OPERATIONS as readonly string[]).includes(word);
}

function malformed(at: number): TextFsmError {
  return new TextFsmError('syntax', "what follows '->' is no action", at);
}
