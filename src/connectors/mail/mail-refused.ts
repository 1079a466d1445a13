/** A mail server that says no. */
export class MailRefused extends Error {
  /** @param status its code: 535 for credentials that it does not know, 550 for an address. */
  constructor(readonly status: number) {
    super(`It answered ${status}`);
  }
}
