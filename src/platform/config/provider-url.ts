/**
 * True for https URLs without user name, password, query or fragment, and for such http URLs on
 * loopback addresses: tokens must not cross a network in the clear.
 */
export function isProviderUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { username, password, protocol } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackUrl(text));
}

/** True when the URL stays on this machine, whatever its scheme. */
export function isLoopbackUrl(text: string): boolean {
  const { hostname } = new URL(text);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
