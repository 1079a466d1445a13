const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

/** `Set-Cookie` of a new session. It ends with the browser's; the server's own clock decides anyway. */
export function sessionCookie(name: string, token: string, secure: boolean): string {
  return `${name}=${token}; ${ATTRIBUTES}${secure ? '; Secure' : ''}`;
}

/** `Set-Cookie` that makes a browser forget the token. */
export function forgottenCookie(name: string, secure: boolean): string {
  return `${sessionCookie(name, '', secure)}; Max-Age=0`;
}
