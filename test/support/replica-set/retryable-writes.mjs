/** Sessions that are remembered; more than the pools of a few nodes have. */
const SESSIONS_MAX = 10_000;
const TRANSACTION_TOO_OLD = 225;

/**
 * What a primary remembers of retryable writes, and replicates with them: the reply to the last one of each
 * session. One that comes again is answered from here, by whichever member is primary then.
 */
export class RetryableWrites {
  #last = new Map();
  /** How often a write came again and was not made again. */
  repeats = 0;

  /** Makes the write, unless it was made: then it is only answered. */
  run({ lsid, txnNumber }, make) {
    const session = lsid.id.toString('hex');
    const number = BigInt(txnNumber);
    const known = this.#last.get(session);
    if (known?.number === number) {
      this.repeats += 1;
      return known.reply;
    }
    if (known && known.number > number) {
      return Promise.resolve({
        ok: 0,
        code: TRANSACTION_TOO_OLD,
        errmsg: 'the session has gone on',
      });
    }
    this.#last.delete(session);
    const reply = make();
    this.#last.set(session, { number, reply });
    // What was not made may be made when it comes again.
    reply.then(
      ({ ok }) => Number(ok) !== 1 && this.#forget(session, number),
      () => this.#forget(session, number),
    );
    if (this.#last.size > SESSIONS_MAX) this.#last.delete(this.#last.keys().next().value);
    return reply;
  }

  #forget(session, number) {
    if (this.#last.get(session)?.number === number) this.#last.delete(session);
  }
}
