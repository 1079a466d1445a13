import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { AppError } from '../../kernel/app-error.js';
import { AppLogger } from '../logging/app-logger.js';
import { BackgroundTasks } from '../scheduling/background-tasks.js';
import { nextTurn } from '../concurrency/time-slicer.js';
import { type AuditEvent, type ChainHead } from './audit-entry.js';
import { draftsOf, type RecordDraft, toDrafts } from './audit-record.js';
import { AuditRecordsRepository, type DatedHead } from './audit-records.repository.js';
import { ChainWriter } from './chain-writer.js';
import { GroupCommit } from '../concurrency/group-commit.js';

const BOUNDS = { batchMax: 500, queueMax: 10_000, retryMs: 1000 } as const;
const ANCHOR_MS = 10 * 60_000;
/** Chains that ended before so many others were named by the first records of those. */
const HEADS_NAMED_MAX = 100;
const SHUTDOWN_MS = 3000;

/** Where everything goes that the audit trail keeps: the only writer of its collection (ADR 0083). */
@Injectable()
export class AuditTrailService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly commit: GroupCommit<RecordDraft>;
  private readonly anchored = new Map<string, number>();
  private lost = 0;
  /** How many events are not in the form of records yet. */
  private drafting = 0;

  constructor(
    private readonly records: AuditRecordsRepository,
    private readonly writer: ChainWriter,
    private readonly clock: Clock,
    private readonly tasks: BackgroundTasks,
    private readonly log: AppLogger,
  ) {
    this.commit = new GroupCommit(
      (drafts) => this.writer.write(drafts, () => this.opening()),
      BOUNDS,
    );
  }

  onModuleInit(): void {
    this.tasks.every('anchors of the audit trail', ANCHOR_MS, () => this.anchor());
  }

  /** Requests are finished by now. A database that is gone must not keep the server from ending. */
  async beforeApplicationShutdown(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const overdue = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('The database did not answer in time'));
      }, SHUTDOWN_MS);
    });
    try {
      await Promise.race([this.settled(), overdue]);
    } catch (error) {
      this.log.error({ err: error, entries: this.commit.size }, 'audit entries were not stored');
    } finally {
      clearTimeout(timer);
    }
  }

  /** This process's chain as far as it is stored. */
  get head(): ChainHead {
    return this.writer.head;
  }

  /**
   * Records what happened; resolves once it is on disk.
   * @throws AppError `unavailable` (`audit-not-written`) when it could not be stored now. It is kept
   * in memory and tried again, so the caller must not record it once more.
   */
  async record(event: AuditEvent): Promise<void> {
    const drafts = await this.draftsOf(event);
    if (!this.commit.hasRoom(drafts.length)) throw this.refuse(drafts);
    try {
      await this.commit.add([...this.lossNotice(), ...drafts]);
    } catch (error) {
      this.log.error({ err: error, ...described(event) }, 'audit entry is not stored yet');
      throw notWritten(error);
    }
  }

  /** Records what happened without making anybody wait. */
  note(event: AuditEvent): void {
    void this.record(event).catch(() => undefined); // it is in the log and tried again
  }

  /** Documents may be large: others have their turn while what is kept of them is made. */
  private async draftsOf(event: AuditEvent): Promise<readonly RecordDraft[]> {
    this.drafting += 1;
    try {
      return await draftsOf(event, this.clock.now());
    } finally {
      this.drafting -= 1;
    }
  }

  /** Resolves once everything that was recorded before is on disk. */
  async settled(): Promise<void> {
    do await nextTurn();
    while (this.drafting > 0);
    if (this.commit.size > 0) await this.commit.flush();
  }

  /** Names how far the other chains have come, so that cutting off their ends shows. */
  async anchor(): Promise<void> {
    const heads = (await this.records.heads(HEADS_NAMED_MAX)).filter((head) => this.hasMoved(head));
    if (heads.length > 0) {
      await this.record({
        kind: 'chain',
        outcome: 'done',
        reason: 'anchor',
        chainFacts: { heads: heads.map(toHead), removed: [] },
      });
      for (const { chain, sequence } of heads) this.anchored.set(chain, sequence);
    }
    // Logs leave this machine in most places: there the end of a chain cannot be cut off.
    if (this.head.sequence > 0) this.log.info({ ...this.head }, 'end of the audit chain');
  }

  /** An anchor of another node alone is no news, or two idle nodes would answer each other for ever. */
  private hasMoved({ chain, sequence, kind }: DatedHead): boolean {
    if (chain === this.writer.chain) return false;
    const known = this.anchored.get(chain) ?? 0;
    return kind === 'chain' ? sequence > known + 1 : sequence > known;
  }

  private async opening(): Promise<RecordDraft> {
    const heads = await this.records.heads(HEADS_NAMED_MAX);
    for (const { chain, sequence } of heads) this.anchored.set(chain, sequence);
    const [draft] = toDrafts(
      {
        kind: 'chain',
        outcome: 'done',
        reason: 'begin',
        chainFacts: { heads: heads.map(toHead), removed: [] },
      },
      this.clock.now(),
    );
    if (!draft) throw new Error('an event has at least one record');
    return draft;
  }

  private refuse(drafts: readonly RecordDraft[]): AppError {
    this.lost += drafts.length;
    this.log.error({ entries: drafts.length }, 'audit entries were lost: too many wait');
    return notWritten();
  }

  /** What is lost is not forgotten: the trail says how many entries it lacks. */
  private lossNotice(): readonly RecordDraft[] {
    if (this.lost === 0) return [];
    const count = this.lost;
    this.lost = 0;
    return toDrafts(
      { kind: 'platform', outcome: 'failed', reason: 'entries-lost', count },
      this.clock.now(),
    );
  }
}

function toHead({ chain, sequence, hash }: ChainHead): ChainHead {
  return { chain, sequence, hash };
}

function described({ kind, origin, changes = [] }: AuditEvent): object {
  const objects = changes.map(({ object }) => `${object.type}:${object.id}`).slice(0, 10);
  return { audited: kind, operation: origin?.operation, request: origin?.requestId, objects };
}

function notWritten(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'The change was made, but its audit entry could not be stored yet; it is kept and tried again. Do not repeat the request',
    { code: 'audit-not-written', cause },
  );
}
