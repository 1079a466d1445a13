/** Marks that turn the direction of a line: with them a name shows as another one. */
const TURNING = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g;
const BLOCK_ENDS = /<(?:br|\/(?:p|div|li|h[1-6]|tr|pre))\b[^<>]*>/gi;
const TAGS = /<[^<>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** A text as it is written: what would turn its direction is shown as a mark of its own. */
export function written(text: string): string {
  return text.replace(TURNING, '\uFFFD');
}

/** What a piece of HTML says, as text: its tags never become elements. */
export function textOfHtml(html: string): string {
  const bare = html.replace(BLOCK_ENDS, '\n').replace(TAGS, '');
  return written(
    bare.replace(/&(?:lt|gt|quot|#39|nbsp|amp);/g, (found) => ENTITIES[found] ?? found),
  ).trim();
}
