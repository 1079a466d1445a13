import { EventNotifier } from '../../src/platform/events/event-notifier.js';

/** Readers are told at most so often. */
const REST_MS = 250;

/**
 * Tests store events one right after the other, and each look of the four consumers takes six commands: told at
 * every event, they send half of all commands of an application under test.
 */
export class RestingEventNotifier extends EventNotifier {
  #restedAt = 0;
  #waiting = false;

  override ring(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => {
      this.#waiting = false;
      this.#restedAt = performance.now() + REST_MS;
      super.ring();
    }, this.#restedAt - performance.now()).unref();
  }
}
