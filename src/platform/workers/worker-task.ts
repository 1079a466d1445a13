/** A function that a worker can call: where its module is, and its name there. It and all that it imports are pure. */
export interface WorkerTask<I, O> {
  readonly module: string;
  readonly name: string;
  /** For the types alone. */
  readonly call?: (input: I) => O | Promise<O>;
}

/**
 * Names a function for workers. What it takes and answers is copied between threads: texts are cheap, objects of
 * many members are not. A `Uint8Array` goes over as it is, and the thread that it came from has it no more.
 * @param module its file, by `programFile`
 */
export function workerTask<F extends (input: never) => unknown>(
  module: URL,
  name: string,
): WorkerTask<Parameters<F>[0], Awaited<ReturnType<F>>> {
  return { module: module.href, name };
}
