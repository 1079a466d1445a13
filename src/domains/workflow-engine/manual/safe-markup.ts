import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { escapedMarkup } from '../../../kernel/markup.js';

/** What gives a text its form and nothing else; they lose whatever attributes they have. */
const TAGS: ReadonlySet<string> = new Set(
  [
    'b br code div em h1 h2 h3 h4 h5 h6 hr i li ol p pre s small span strong sub sup',
    'table tbody td tfoot th thead tr u ul',
  ]
    .join(' ')
    .split(' '),
);
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]{0,15})(?:[\s/][^<>]*)?>/g;
/** Innermost first, as command templates read them: what is put in is never read again. */
const PLACE = /<!([^<>!]{1,256})!>/g;
const ENTITY = /&(?!(?:[a-zA-Z]{2,8}|#\d{1,7});)/g;
/** One value can be asked for many times. */
const LENGTH_MAX = 1_000_000;

/**
 * A text of an author as a piece of HTML that any page can show: tags that give form stay, without
 * attributes; every other `<` is shown as such. Values for `<!name!>` are put in letter by letter, and a
 * name without a value stays as it is.
 */
export function safeMarkup(text: string, variables: JsonObject): string {
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const add = (part: string): void => {
    length += part.length;
    if (length <= LENGTH_MAX) parts.push(part);
  };
  for (const match of text.matchAll(PLACE)) {
    const [whole, name = ''] = match;
    add(authored(text.slice(from, match.index)));
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    add(value === undefined ? escapedMarkup(whole) : escapedMarkup(shownText(value)));
    from = match.index + whole.length;
  }
  add(authored(text.slice(from)));
  return length > LENGTH_MAX ? `${parts.join('')} …` : parts.join('');
}

/** A value as people read it: texts as they are, everything else as JSON. */
export function shownText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function authored(text: string): string {
  let shown = '';
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, slash = '', name = ''] = match;
    const tag = name.toLowerCase();
    if (!TAGS.has(tag)) continue;
    shown += `${escapedText(text.slice(from, match.index))}<${slash}${tag}>`;
    from = match.index + whole.length;
  }
  return shown + escapedText(text.slice(from));
}

/** An entity of the author stays one: it stands for a letter, never for markup. */
function escapedText(text: string): string {
  return text
    .replace(ENTITY, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
