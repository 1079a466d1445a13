const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as a piece of HTML or XML that shows it letter by letter, in an attribute too. */
export function escapedMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
