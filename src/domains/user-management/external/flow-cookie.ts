import { isJsonObject, type JsonObject } from '../../../kernel/json.js';
import { type OpenIdFlow } from '../../../connectors/identity-providers/open-id-provider.js';
import { isOwnPath } from './return-to.js';

const NAME = 'oidc_flow';
/** Sent to the two operations that need it, and to no other. `Lax`: the provider sends the browser back. */
const ATTRIBUTES = 'Path=/login/oidc; HttpOnly; SameSite=Lax';
/** How long somebody may take at the provider. */
const AGE_MAX_SECONDS = 600;
/** Tells it from everything else that is sealed. */
const KIND = 'oidc-flow';

/** A sign-in that was begun in one browser. */
export interface BegunSignIn {
  readonly flow: OpenIdFlow;
  readonly returnTo: string;
}

/** `Set-Cookie` for a sign-in that begins. */
export function flowCookie(sealed: string, secure: boolean): string {
  return `${NAME}=${sealed}; ${ATTRIBUTES}; Max-Age=${AGE_MAX_SECONDS}${secure ? '; Secure' : ''}`;
}

/** `Set-Cookie` that makes the browser forget the sign-in, whatever came of it. */
export function forgottenFlowCookie(secure: boolean): string {
  return `${NAME}=; ${ATTRIBUTES}; Max-Age=0${secure ? '; Secure' : ''}`;
}

/** The sealed text of a request; undefined without one, or with two that differ. */
export function sealedFlow(cookies: string | undefined): string | undefined {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1));
  const [value] = values;
  return values.every((one) => one === value) ? value : undefined;
}

/** The text to seal. */
export function flowText({ flow, returnTo }: BegunSignIn, now: Date): string {
  const ends = now.getTime() + AGE_MAX_SECONDS * 1000;
  return JSON.stringify({ kind: KIND, ends, returnTo, ...flow });
}

/** The sign-in of an unsealed text; undefined when it is over, or the text is something else. */
export function begunSignIn(text: string, now: Date): BegunSignIn | undefined {
  const parsed: unknown = parsedJson(text);
  if (!isJsonObject(parsed) || parsed['kind'] !== KIND) return undefined;
  const { ends, returnTo } = parsed;
  if (typeof ends !== 'number' || now.getTime() >= ends) return undefined;
  const flow = flowOf(parsed);
  if (!flow || typeof returnTo !== 'string' || !isOwnPath(returnTo)) return undefined;
  return { flow, returnTo };
}

function flowOf({ state, nonce, codeVerifier }: JsonObject): OpenIdFlow | undefined {
  if (typeof state !== 'string' || typeof nonce !== 'string') return undefined;
  return typeof codeVerifier === 'string' ? { state, nonce, codeVerifier } : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
