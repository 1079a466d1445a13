import { invariant } from '../../kernel/invariant.js';
import { BoundedSlots } from '../concurrency/bounded-slots.js';

/** Lets so many calls run to one host at a time; the others wait in their order. */
export class HostSlots {
  readonly #hosts = new Map<string, BoundedSlots>();

  constructor(private readonly perHostMax: number) {}

  /** Runs the work when a slot is free. A signal that fires while waiting gives the place up. */
  async run<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const slots = this.#hosts.get(host) ?? new BoundedSlots(this.perHostMax, Infinity);
    this.#hosts.set(host, slots);
    try {
      return await slots.run(signal, neverFull, work);
    } finally {
      if (slots.isIdle) this.#hosts.delete(host);
    }
  }
}

/** Any number may wait: their deadlines run. */
function neverFull(): never {
  invariant(false, 'a queue without an end is never full');
}
