/** The secret of a service account as it is stored: everything about it but the secret. */
export interface ClientSecret {
  /** Id of the account, which is its client id too. */
  readonly _id: string;
  /** SHA-256 of the secret. */
  readonly secretHash: string;
  readonly created: Date;
}
