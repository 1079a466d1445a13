/** What a request says about the page that caused it. */
export interface OriginClaims {
  readonly method: string;
  /** `Sec-Fetch-Site`: browsers set it themselves, scripts cannot. */
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly userAgent: string | undefined;
  /** Scheme and host under which this server was called. */
  readonly ownOrigin: string;
}

/** Browsers send `Origin` with every method but these. */
const METHODS_WITHOUT_ORIGIN = ['GET', 'HEAD'];

/**
 * Whether a page of another origin may have caused the request (ADR 0043). A browser adds the cookie
 * to whatever any page asks of it, so a cookie alone does not show that its owner wanted the change.
 *
 * A program that keeps cookies sends none of the three headers that a browser always sends; nobody
 * can make it call us behind its owner's back, and it is let through.
 */
export function mayComeFromAnotherOrigin(claims: OriginClaims): boolean {
  const { method, fetchSite, origin, userAgent, ownOrigin } = claims;
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (origin !== undefined) return origin !== ownOrigin;
  // A browser over plain HTTP sends no Sec-Fetch-Site, but it does send Origin with these methods.
  return !METHODS_WITHOUT_ORIGIN.includes(method) && isBrowser(userAgent);
}

/** Every browser since 1995 introduces itself as Mozilla, and pages cannot change that. */
function isBrowser(userAgent: string | undefined): boolean {
  return userAgent?.startsWith('Mozilla/') ?? false;
}
