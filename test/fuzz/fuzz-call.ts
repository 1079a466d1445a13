/** Who calls: an account with one role, or somebody with no credential, or with a wrong one. */
export const CALLERS = [
  'admin',
  'apiread',
  'apiwrite',
  'engineering',
  'support',
  'operations',
  'operator',
  'other',
  'readonly',
  'nobody',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** How a credential is presented, if any is. */
export const CREDENTIALS = {
  bearer: 86,
  basic: 2,
  cookie: 3,
  query: 2,
  none: 3,
  wrong: 2,
  garbled: 2,
} as const;
export type Credential = keyof typeof CREDENTIALS;

/** A request as it goes out, but for the credential of its caller. */
export interface FuzzCall {
  readonly index: number;
  /** The operation that it was made for; changes of path and method may lead to another one. */
  readonly operationId: string;
  readonly caller: CallerName;
  readonly credential: Credential;
  readonly method: string;
  /** Path and query, as they are written. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64, because it need not be text. */
  readonly body?: string;
}
