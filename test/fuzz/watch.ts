import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

interface Watched {
  readonly url: string;
  readonly child: { readonly pid?: number | undefined; readonly exitCode: number | null };
  readonly output: () => string;
}

/** What was seen of the process while calls were made. */
export interface Seen {
  readonly peakMiB: number;
  readonly slowestMs: number;
  readonly errors: readonly string[];
  readonly ended: boolean;
}

const EVERY_MS = 250;

/** Looks at the process while calls are made: whether it answers, how much memory it takes, what it logs. */
export class Watch {
  private slowestMs = 0;
  private waiting = false;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly platform: Watched) {
    this.timer = setInterval(() => void this.ask(), EVERY_MS);
  }

  end(): Seen {
    clearInterval(this.timer);
    const ended = this.platform.child.exitCode !== null;
    const peakMiB = ended ? 0 : peakOf(this.platform.child.pid ?? 0);
    return { peakMiB, slowestMs: this.slowestMs, errors: errorsOf(this.platform.output()), ended };
  }

  private async ask(): Promise<void> {
    if (this.waiting) return;
    this.waiting = true;
    const begun = performance.now();
    await fetch(`${this.platform.url}/health/live`).then(
      (answer) => answer.text(),
      () => undefined,
    );
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - begun));
    this.waiting = false;
  }
}

/** The most memory that the process had at a time. */
function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Lines of the log that tell of a fault of ours (levels 50 and 60), each kind once. */
function errorsOf(output: string): readonly string[] {
  const lines = output
    .split('\n')
    .filter((line) => /^\{.*"level":(50|60|"error"|"fatal")/.test(line));
  const kinds = new Map(
    lines.map((line) => [line.replace(/"time":[^,]+|[0-9a-f-]{12,}/g, ''), line]),
  );
  return [...kinds.values()];
}
