import { type TaskSummaries } from './task-description.js';

const NAME = 'GigabitEthernet0/1';

/** Functions of texts. */
export const TEXT_TASKS: TaskSummaries = {
  charAt: {
    does: 'The character at a place; places count from 0.',
    incoming: { str: NAME, index: 0 },
  },
  charCodeAt: { does: 'The code unit (UTF-16) at a place.', incoming: { str: NAME, index: 0 } },
  codePointAt: { does: 'The code point (Unicode) at a place.', incoming: { str: NAME, pos: 0 } },
  endsWith: {
    does: 'Whether a text ends with another, within its first `length` characters.',
    incoming: { str: NAME, searchString: '0/1', length: 18 },
  },
  includes: {
    does: 'Whether a text has another in it, from a place on.',
    incoming: { str: NAME, searchValue: 'Ethernet', fromIndex: 0 },
  },
  indexOf: {
    does: 'Where a text has another in it first; -1 for nowhere.',
    incoming: { str: NAME, searchValue: 'Ethernet', fromIndex: 0 },
  },
  lastIndexOf: {
    does: 'Where a text has another in it last; -1 for nowhere.',
    incoming: { str: NAME, searchValue: 't', fromIndex: 18 },
  },
  localeCompare: {
    does: 'How two texts are ordered: -1, 0 or 1.',
    incoming: { str: 'edge-1', compareString: 'edge-2' },
  },
  match: {
    does: 'What a pattern matches, with its groups; `null` for no match.',
    incoming: { str: NAME, regexp: '(\\d+)/(\\d+)' },
  },
  normalize: {
    does: 'The text in a form of Unicode: NFC, NFD, NFKC or NFKD.',
    incoming: { str: 'Zürich', form: 'NFC' },
  },
  padEnd: {
    does: 'The text, filled up at its end to a length.',
    incoming: { str: 'Gi0/1', targetLength: 8, padString: '.' },
  },
  padStart: {
    does: 'The text, filled up at its beginning to a length.',
    incoming: { str: '7', targetLength: 3, padString: '0' },
  },
  repeat: { does: 'The text so many times.', incoming: { str: '-', count: 3 } },
  replace: {
    does: 'The text with a part replaced where it stands first; or, with `regexp`, what that pattern matches.',
    incoming: { str: NAME, substr: 'GigabitEthernet', newSubstr: 'Gi', regexp: '' },
  },
  replaceAll: {
    does: 'The text with a part replaced wherever it stands; or, with `regexp`, what that pattern matches.',
    incoming: { str: 'a-b-c', substr: '-', newSubstr: '.', regexp: '' },
  },
  search: {
    does: 'Where a pattern matches first; -1 for nowhere.',
    incoming: { str: NAME, regexp: '\\d' },
  },
  slice: {
    does: 'The text from a place up to another one; places below 0 count from the end.',
    incoming: { str: NAME, beginIndex: 15, endIndex: 18 },
  },
  split: {
    does: 'The parts of a text between separators, at most `limit` of them.',
    incoming: { str: 'Gi0/1,Gi0/2', separator: ',', limit: 10 },
  },
  startsWith: {
    does: 'Whether a text begins with another, from a place on.',
    incoming: { str: NAME, searchString: 'Gigabit', position: 0 },
  },
  stringConcat: { does: 'Texts put together.', incoming: { str: 'interface ', stringN: [NAME] } },
  stringLength: { does: 'How many characters a text has.', incoming: { str: NAME } },
  substr: {
    does: 'So many characters of a text from a place on.',
    incoming: { str: NAME, start: 0, length: 7 },
  },
  substring: {
    does: 'The text from a place up to another one.',
    incoming: { str: NAME, indexStart: 0, indexEnd: 7 },
  },
  toLowerCase: { does: 'The text in small letters.', incoming: { str: NAME } },
  toUpperCase: { does: 'The text in capitals.', incoming: { str: NAME } },
  trim: { does: 'The text without blanks at both ends.', incoming: { str: '  up  ' } },
  trimEnd: { does: 'The text without blanks at its end.', incoming: { str: '  up  ' } },
  trimStart: { does: 'The text without blanks at its beginning.', incoming: { str: '  up  ' } },
};
