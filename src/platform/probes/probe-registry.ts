import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { type Probe } from './probe.js';

/** Probes are asked by anyone who may ask `/health/ready`, so answers are shared for a moment. */
const FRESH_MS = 500;
const DEADLINE_MS = 3000;

/** What a probe found. */
export interface ProbeResult {
  readonly name: string;
  readonly works: boolean;
  readonly durationMs: number;
  /** Why it does not work; for operators and logs, not for open pages. */
  readonly error?: unknown;
}

/** Knows the parts of this server and asks them all at once. */
@Injectable()
export class ProbeRegistry {
  readonly #probes = new Map<string, Probe>();
  #last: { readonly at: number; readonly results: Promise<readonly ProbeResult[]> } | undefined;
  #stopping = false;
  readonly #conditions = new Map<string, () => Promise<boolean>>();

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** Adds a part; a later probe of the same name takes the place of the earlier one. */
  register(probe: Probe): void {
    this.#probes.set(probe.name, probe);
  }

  /**
   * Adds something that may be ill while the server does its work: adapters whose systems do not answer.
   * @param isWell false where one of them is ill.
   */
  registerCondition(name: string, isWell: () => Promise<boolean>): void {
    this.#conditions.set(name, isWell);
  }

  /** Which conditions are well; absent are those that could not be found out. */
  async conditions(): Promise<ReadonlyMap<string, boolean>> {
    const asked = [...this.#conditions].map(
      async ([name, isWell]) => [name, await isWell()] as const,
    );
    const found = await Promise.allSettled(asked);
    return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  }

  /** From now on the server is not ready: balancers send nobody here while it drains. */
  stop(): void {
    this.#stopping = true;
  }

  get stopping(): boolean {
    return this.#stopping;
  }

  /** The state of all parts, not older than half a second. Never rejects. */
  check(): Promise<readonly ProbeResult[]> {
    const at = this.clock.now().getTime();
    if (this.#last && at - this.#last.at < FRESH_MS && at >= this.#last.at) {
      return this.#last.results;
    }
    const results = Promise.all([...this.#probes.values()].map((probe) => this.#ask(probe)));
    this.#last = { at, results };
    return results;
  }

  async #ask(probe: Probe): Promise<ProbeResult> {
    const begun = performance.now();
    const durationMs = (): number => Math.round(performance.now() - begun);
    try {
      await withinDeadline(probe);
      return { name: probe.name, works: true, durationMs: durationMs() };
    } catch (error) {
      return { name: probe.name, works: false, durationMs: durationMs(), error };
    }
  }
}

async function withinDeadline(probe: Probe): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${DEADLINE_MS} ms`));
    }, DEADLINE_MS);
  });
  try {
    await Promise.race([probe.check(), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
