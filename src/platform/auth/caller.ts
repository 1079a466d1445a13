/** From where a request came: kept with sessions, counted in sign-in attempts. */
export interface Caller {
  /** The peer's address, or what a trusted proxy says it is. */
  readonly address: string;
  /** Empty when the client did not say. */
  readonly userAgent: string;
  /** Whether the caller's connection is encrypted, up to a trusted proxy at least. */
  readonly secure: boolean;
}
