import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BackgroundTasks } from '../../../platform/scheduling/background-tasks.js';
import { JobCapacityService } from '../admission/job-capacity.service.js';
import { ChildQueueRepository } from '../store/child-queue.repository.js';
import { TurnNotifier } from '../runner/turn-notifier.js';
import { ChildLauncherService } from './child-launcher.service.js';

/** How soon a node sees what another one leaves to all, or ends. */
const LOOK_MS = 2000;
/** As many jobs of a family begin in one turn. */
const TURN = 16;

/**
 * Begins the jobs that other jobs have started. They wait in the database, not here. Whoever started the
 * first job of a family has one turn after the other, and in each of them one of their families (ADR 0190).
 */
@Injectable()
export class ChildTurnsService implements OnApplicationBootstrap {
  /** Whose turn it was last, and of each account which family's. */
  private lastStarter: string | null = null;
  private readonly lastFamily = new Map<string, string>();
  /** Something waits until one that is at work ends. */
  private isWaiting = false;

  constructor(
    private readonly tasks: BackgroundTasks,
    private readonly notifier: TurnNotifier,
    private readonly queue: ChildQueueRepository,
    private readonly capacity: JobCapacityService,
    private readonly children: ChildLauncherService,
  ) {}

  onApplicationBootstrap(): void {
    const due = this.queue.dueCondition();
    const work = (signal: AbortSignal): Promise<void> => this.look(signal);
    const look = this.tasks.every('child jobs to begin', LOOK_MS, work, { due });
    this.notifier.listen((event) => {
      if (event === 'queued' || (event === 'freed' && this.isWaiting)) look();
    });
  }

  /** Begins what may begin, until nothing waits or nothing more may be at work. */
  async look(signal: AbortSignal): Promise<void> {
    // What ends from now on may have been counted already.
    this.isWaiting = true;
    let begun = 0;
    do begun = await this.round(signal);
    while (begun > 0 && !hasStopped(signal));
  }

  /** One turn of everybody for whom something waits. @returns how many have begun. */
  private async round(signal: AbortSignal): Promise<number> {
    let begun = 0;
    const met = new Set<string>();
    const starters = inTurn((after) => this.queue.starterAfter(after), this.lastStarter);
    for await (const starter of starters) {
      met.add(starter);
      await this.children.untilRoom();
      const room = Math.min(TURN, await this.capacity.inAll());
      // Whose turn it is has it when there is room again.
      if (room <= 0) return begun;
      const began = await this.turnOf(starter, room);
      if (began > 0) this.lastStarter = starter;
      begun += began;
      if (hasStopped(signal)) return begun;
    }
    for (const known of this.lastFamily.keys()) if (!met.has(known)) this.lastFamily.delete(known);
    this.isWaiting = met.size > 0;
    return begun;
  }

  private async turnOf(rootStarter: string, atMost: number): Promise<number> {
    const room = Math.min(atMost, await this.capacity.ofStarter(rootStarter));
    if (room <= 0) return 0;
    const next = (after: string | null): Promise<string | undefined> =>
      this.queue.familyAfter(rootStarter, after);
    for await (const rootId of inTurn(next, this.lastFamily.get(rootStarter) ?? null)) {
      const begun = await this.children.begin({ rootStarter, rootId }, room);
      this.lastFamily.set(rootStarter, rootId);
      if (begun > 0) return begun;
    }
    return 0;
  }
}

/** All there are in their order, each once: those after `from`, then those before, and that one last. */
async function* inTurn(
  next: (after: string | null) => Promise<string | undefined>,
  from: string | null,
): AsyncGenerator<string> {
  for (let one = await next(from); one !== undefined; one = await next(one)) yield one;
  if (from === null) return;
  for (let one = await next(null); one !== undefined && one <= from; one = await next(one))
    yield one;
}

/** Asked anew each time: it may happen at any moment. */
function hasStopped({ aborted }: AbortSignal): boolean {
  return aborted;
}
