/** Where a browser goes after signing in when it does not say: the page that can use the session. */
export const RETURN_TO_DEFAULT = '/docs';
/** Longest path that is carried through a sign-in. */
export const RETURN_TO_MAX = 512;

const HERE = 'http://here.invalid';
/** Browsers read a backslash as a slash and pass over control characters, and so reach other hosts. */
const MISLEADING = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Whether the text is a path on this server and cannot be read as anything else. */
export function isOwnPath(text: string): boolean {
  if (text.length > RETURN_TO_MAX || MISLEADING.test(text)) return false;
  if (!text.startsWith('/') || text.startsWith('//') || !URL.canParse(text, HERE)) return false;
  const url = new URL(text, HERE);
  // `/..//host` is a path of ours as it stands, and another host once its dots are resolved.
  return url.origin === HERE && !url.pathname.startsWith('//');
}
