/** Where a segment ends for some server: slashes in both directions, and what ends a path. */
const SEGMENT_ENDS = /[/\\?#]/;
/** Characters that are taken for a slash once they are folded to ASCII. */
const SLASHES =
  /[\u2044\u2215\u29f8\u2571\u27cb\u2afd\uff0f\u29f5\u29f9\u2216\u27cd\ufe68\uff3c\u20e5]/g;
/** Characters that are taken for a dot and that compatibility forms do not fold. */
const DOTS = /[\u3002\uff61\u00b7\u2027\u22c5\u30fb\uff65\u06d4\u0701\u0702]/g;
/** What leaves no mark: spaces, and characters that stand for nothing. */
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu;
/** Dots that are the whole name of a segment, parameters and the like left aside. */
const DOT_SEGMENT = /^\.+(?![\p{L}\p{N}_-])/u;
const PARENT_SEGMENT = /^\.{2,}(?![\p{L}\p{N}_-])/u;

/** The start of a host: two slashes, with nothing between them but parameters, which some cut off. */
const HOST_START = /^[/\\](?:;[^/\\]*)?[/\\]/;

/**
 * The way out of its place that a path, or one of its decoded forms, could be read as; undefined where
 * there is none. Two readings count: of servers that fold characters to ASCII by likeness, and of
 * those that cut them to one octet. The second takes letters for slashes, so it looks for `..` alone.
 */
export function pathObfuscation(path: string): string | undefined {
  return disguiseIn(folded(path), DOT_SEGMENT) ?? disguiseIn(cutToOctets(path), PARENT_SEGMENT);
}

function disguiseIn(reading: string, forbidden: RegExp): string | undefined {
  if (HOST_START.test(reading.replace(UNSEEN, ''))) return 'must not start with //';
  // `..;v=1`, `.. ` and `..:` are dot segments for one server or another; `.profile` is for none.
  const isForbidden = (segment: string): boolean => forbidden.test(segment.replace(UNSEEN, ''));
  return reading.split(SEGMENT_ENDS).some(isForbidden) ? 'must not have a dot segment' : undefined;
}

function folded(text: string): string {
  return text.replace(SLASHES, '/').replace(DOTS, '.').normalize('NFKC');
}

function cutToOctets(text: string): string {
  return text.replace(/[\u0100-\uffff]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) & 0xff),
  );
}
