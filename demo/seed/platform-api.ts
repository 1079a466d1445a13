import { setTimeout as delay } from 'node:timers/promises';
import { type JsonObject, type JsonValue } from '#kernel/json.js';

const LOOKS_MAX = 600;
const BETWEEN_LOOKS_MS = 200;

/** The platform, called as an account. */
export class PlatformApi {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async signIn(url: string, username: string, password: string): Promise<PlatformApi> {
    const token = await request(url, 'POST', '/login', { body: { username, password } });
    return new PlatformApi(url, token);
  }

  get<T = JsonObject>(path: string): Promise<T> {
    return this.call<T>('GET', path);
  }

  post<T = JsonObject>(path: string, body: JsonValue = {}): Promise<T> {
    return this.call<T>('POST', path, body);
  }

  put<T = JsonObject>(path: string, body: JsonValue = {}): Promise<T> {
    return this.call<T>('PUT', path, body);
  }

  /** Asks until an answer is as wanted. */
  async until<T>(path: string, isWanted: (answer: T) => boolean): Promise<T> {
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      const answer = await this.get<T>(path);
      if (isWanted(answer)) return answer;
      await delay(BETWEEN_LOOKS_MS);
    }
    throw new Error(`${path} does not come to what was waited for`);
  }

  private async call<T>(method: string, path: string, body?: JsonValue): Promise<T> {
    const { url, token } = this;
    return JSON.parse(await request(url, method, path, { token, body })) as T;
  }
}

async function request(
  url: string,
  method: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: JsonValue | undefined },
): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${answer}`);
  return answer;
}
