/** Where a browser goes after signing in when it does not say: the page that can use the session. */
export const RETURN_TO_DEFAULT = '/docs';
/** Longest path that is carried through a sign-in. */
export const RETURN_TO_MAX = 512;

/**
 * A path on this server that cannot be read as anything else. Two slashes lead to another host, also
 * where dots are resolved first (`/..//host`); browsers read a backslash as a slash and pass over
 * control characters; anything beyond ASCII belongs percent-encoded into a header.
 */
export const OWN_PATH = /^\/(?!.*\/\/)(?!\/)[!-[\]-~]*$/;

/** Whether the text is such a path. */
export function isOwnPath(text: string): boolean {
  return text.length <= RETURN_TO_MAX && OWN_PATH.test(text);
}
