import { type Envelope } from '../../../kernel/envelope.js';

/** A session as it is stored: everything about a token but the token. */
export interface Session {
  readonly _id: string;
  /** SHA-256 of the token, by which it is found. */
  readonly tokenKey: string;
  readonly account: string;
  /** Issued to a program: its end was told with it, and using it does not put that off. */
  readonly isAccessToken: boolean;
  /** The account's `sessionSerial` and `credentialRevision` when the session began. */
  readonly serial: number;
  readonly credentialRevision: number;
  readonly created: Date;
  /** Last request; up to a minute behind. */
  readonly lastSeen: Date;
  readonly expires: Date;
  /** What was chosen at sign-in; absent or null for what the account says. */
  readonly envelope?: Envelope | null;
  readonly address: string;
  readonly userAgent: string;
}
