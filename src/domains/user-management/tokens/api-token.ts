import { type Envelope } from '../../../kernel/envelope.js';
import { type ApiTokenScope } from '../../../platform/auth/token-scopes.js';

/** A personal API token as it is stored: everything about it but the token. */
export interface ApiToken {
  readonly _id: string;
  /** SHA-256 of the token, by which it is found. */
  readonly tokenKey: string;
  /** Id of the account it speaks for. */
  readonly account: string;
  readonly name: string;
  /** The name as `foldText` makes it: unique within the account. */
  readonly nameFolded: string;
  /** Ids of the roles it is restricted to; null for all that its owner has. */
  readonly roles: readonly string[] | null;
  /** Absent in tokens of earlier versions: none. */
  readonly scopes?: readonly ApiTokenScope[];
  /** Networks in CIDR notation from which it is accepted; empty for everywhere. */
  readonly networks: readonly string[];
  /** The owner's when it was made: another password ends the token (ADR 0074). */
  readonly credentialRevision: number;
  /** In which form its requests are answered; absent or null for what the account says. */
  readonly envelope?: Envelope | null;
  readonly created: Date;
  readonly expires: Date;
  /** Last request with it; up to a minute behind. */
  readonly lastUsed: Date | null;
}
