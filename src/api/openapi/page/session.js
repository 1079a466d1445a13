const KEY = 'netadmin-token';

/**
 * Who is signed in on this page. The token is kept for this tab, so it survives a reload; a browser
 * that comes back from an OpenID provider holds a cookie instead, and sends it by itself.
 */
export class Session {
  constructor() {
    this.user = undefined;
    this.listeners = [];
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  isSignedIn() {
    return this.user !== undefined;
  }

  /** The headers with the credential in front. */
  headers(others = {}) {
    const token = sessionStorage.getItem(KEY);
    return token === null ? others : { authorization: `Bearer ${token}`, ...others };
  }

  /** Asks who the caller is, when there is something to ask with. */
  async restore(mayHaveCookie) {
    if (sessionStorage.getItem(KEY) === null && !mayHaveCookie) return;
    const answer = await fetch('/whoami', { headers: this.headers() });
    if (answer.ok) this.become(await answer.json());
    else if (answer.status === 401) this.forget();
  }

  /** @returns {Promise<string | undefined>} why it failed. */
  async signIn(username, password) {
    const answer = await fetch('/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: { username, password } }),
    });
    const text = await answer.text();
    if (!answer.ok) return messageOf(text, answer.status);
    sessionStorage.setItem(KEY, text);
    await this.restore(false);
    return undefined;
  }

  async signOut() {
    await fetch('/logout', { method: 'POST', headers: this.headers() });
    this.forget();
  }

  become(user) {
    this.user = user;
    this.listeners.forEach((listener) => listener(user));
  }

  forget() {
    sessionStorage.removeItem(KEY);
    this.become(undefined);
  }
}

function messageOf(text, status) {
  try {
    return JSON.parse(text).message;
  } catch {
    return `The server answered ${status}`;
  }
}
