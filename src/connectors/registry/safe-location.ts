const ROOT = /^\/?/;
const FORBIDDEN = /[\\\0]|^[A-Za-z]:|^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/**
 * The parts of a location inside a package (`/bundles/workflows/x.json`; the leading slash means the
 * package itself), or null when it could lead out of it.
 */
export function locationParts(location: string): readonly string[] | null {
  if (FORBIDDEN.test(location)) return null;
  const parts = location.replace(ROOT, '').split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..') ? null : parts;
}
