import { type ErrorKind } from '../../kernel/app-error.js';
import { type Application, type RoleName } from '../../kernel/principal.js';

/**
 * Who may call: holders of one of the roles, anyone signed in, or everyone (with the reason). `orOwn`
 * admits as well who presents a credential of the called object itself, and says which. `widerBecause`
 * says why roles are admitted that the rule for extensions does not name (ADR 0002).
 */
export type Access =
  | { readonly roles: readonly RoleName[]; readonly orOwn?: string; readonly widerBecause?: string }
  | 'signed-in'
  | { readonly open: string };

/** One operation: the single declaration that routes, guards, documents and tests it. */
export interface OperationSpec {
  /** Its number in the interface; extensions have none. */
  readonly number?: number;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** `planned` rows are listed but not mounted: nothing half built answers. */
  readonly state: 'built' | 'planned';
  /** The application that owns it; a role of this provenance counts here. */
  readonly application: Application;
  readonly access: Access;
  /** METRICS_TOKEN as Bearer admits too. */
  readonly scraper?: true;
  /** Where `access` comes from: the interface's table, `spec` decisions (ADR), or our own extension. */
  readonly basis: 'interface' | 'decided' | 'extension';
  readonly tag: string;
  readonly summary: string;
  /** Success status; 200 when absent. 201 where existing clients demand it; 302 sends a browser on. */
  readonly success?: 200 | 201 | 202 | 204 | 302;
  /** Its handler answers nothing: the caller gets `{status, message}` with this message. */
  readonly message?: string;
  /** May answer before the work is done: 202, with where to follow it in `Location`. */
  readonly later?: true;
  /** The key that wraps the answer; callers may ask for the bare value (ADR 0030). */
  readonly output?: string;
  /** How options travel on GET: one object parameter, or flat keys. */
  readonly query?: 'queryOptions' | 'queryParameters' | 'flat';
  /**
   * What happens to query keys nobody knows: 400, or named in `X-Ignored-Parameters` (default). Lists without
   * options (`query`) refuse all that would narrow others.
   */
  readonly unknownQueryKeys?: 'refused' | 'ignored';
  /** Changes something: takes `Idempotency-Key`, and a cookie caller must be of the same origin. */
  readonly changes?: true;
  /**
   * `none`: no `Idempotency-Key`, because its answer must not be stored (a secret that is shown once, the end of a
   * session), or because its protocol knows none. `own`:
   * the handler makes the same of a repeat, so one whose first answer is not known may be carried out.
   */
  readonly idempotency?: 'none' | 'own';
  /** Answers one stored object with its revision: `ETag` out, `If-Match` in. */
  readonly revisioned?: true;
  /** Takes a form as well as JSON, and says in `error` of its failures what OAuth 2 calls them. */
  readonly oauth?: true;
  /**
   * Takes and answers JSON-RPC 2.0, 202 for what needs no answer; 400 and 404 may be such messages. A refusal for
   * want of a credential says where the metadata of the resource is (RFC 9728).
   */
  readonly jsonRpc?: true;
  /** Speaks SCIM (RFC 7644): answers its media type, and failures in its form. */
  readonly scim?: true;
  /** Its path begins with `ORCHESTRATOR_BASE_URL`, the `{base_url}` of the interface. */
  readonly belowBaseUrl?: true;
  /** Its handler takes the body as it was written (`@BodyText`): numbers that JavaScript would round. */
  readonly keepsBodyText?: true;
  /**
   * Its handler takes the body as bytes (`@BodyBytes`), so many at most, from strangers too: what is
   * larger than theirs are elsewhere is not parsed.
   */
  readonly rawBodyMaxBytes?: number;
  /**
   * How large a body it takes: documents (`BODY_LIMIT_BYTES`), or long lists (1 MiB). 64 KiB when absent,
   * which is enough for options and records.
   */
  readonly body?: 'medium' | 'documents';
  /** Media types of an answer that is no JSON: texts, pictures, streams. */
  readonly media?: readonly string[];
  /** What its JSON is, where no class of answers says it. */
  readonly json?: 'object' | 'string';
  /** Answers `application/x-ndjson`, line by line, to who accepts that. */
  readonly lines?: true;
  /** Documented failures beyond those that every operation has. */
  readonly problems?: readonly ErrorKind[];
}

export type OperationTable = Readonly<Record<string, OperationSpec>>;
