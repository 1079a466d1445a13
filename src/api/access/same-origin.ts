/** What a request that changes something says about the page that caused it. */
export interface OriginClaims {
  /** `Sec-Fetch-Site`: browsers set it themselves, scripts cannot. */
  readonly fetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
  readonly userAgent: string | undefined;
  /** Scheme and host under which this server was called. */
  readonly ownOrigin: string;
}

/**
 * Whether a page of another origin may have caused the request (ADR 0043). A browser adds the cookie
 * to whatever any page asks of it, so a cookie alone does not show that its owner wanted the change.
 *
 * A program that keeps cookies sends none of the four headers that a browser always sends; nobody
 * can make it call us behind its owner's back, and it is let through.
 */
export function mayComeFromAnotherOrigin(claims: OriginClaims): boolean {
  const { fetchSite, origin, referer, userAgent, ownOrigin } = claims;
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (origin !== undefined) return origin !== ownOrigin;
  // A browser over plain HTTP sends no Sec-Fetch-Site, and with a GET no Origin; its own pages send Referer.
  return isBrowser(userAgent) && !(referer?.startsWith(`${ownOrigin}/`) ?? false);
}

/** Every browser since 1995 introduces itself as Mozilla, and pages cannot change that. */
function isBrowser(userAgent: string | undefined): boolean {
  return userAgent?.startsWith('Mozilla/') ?? false;
}
