import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { compilePlan } from '../../../cores/engine/compile-plan.js';
import { type Plan } from '../../../cores/engine/plan.js';
import { pureTaskOf } from '../../../cores/tasks/pure-tasks.js';
import { PlansRepository } from './plans.repository.js';

const KEPT_MAX = 200;
/** A plan that is in use is said to be so this often. */
const USE_NOTED_MS = 24 * 3600 * 1000;

/** A workflow as a job runs it: the document as it was at the start, and its plan. */
export interface Snapshot {
  readonly document: JsonObject;
  readonly plan: Plan;
}

/** A snapshot that is stored. */
export interface KeptSnapshot extends Snapshot {
  readonly planId: string;
}

/** The workflows that jobs began with, one for each version. */
@Injectable()
export class PlansService {
  private readonly snapshots = new Map<string, Promise<Snapshot>>();
  private readonly notedAt = new Map<string, number>();
  /** Whether values of this name are secret in every workflow, as the operator says. */
  readonly isSecretName: (name: string) => boolean;

  constructor(
    @Inject(CONFIG) { engine }: Config,
    private readonly plans: PlansRepository,
    private readonly clock: Clock,
  ) {
    const names = new Set(engine.secretNames.map((name) => name.toLowerCase()));
    this.isSecretName = (name) => names.has(name.toLowerCase());
  }

  /** @throws Error for one that is not there: jobs keep theirs as long as they last. */
  async get(planId: string): Promise<Snapshot> {
    const known = this.snapshots.get(planId);
    if (known) {
      this.remember(planId, known);
      return known;
    }
    const loading = this.load(planId);
    this.remember(planId, loading);
    // One that could not be read is asked for again.
    loading.catch(() => this.snapshots.delete(planId));
    return loading;
  }

  /** Stores a workflow as it is now, for jobs that begin with it. */
  async keep(document: JsonObject): Promise<KeptSnapshot> {
    const text = JSON.stringify(document);
    const planId = createHash('sha256').update(text).digest('hex');
    await this.noteUse(planId, text);
    const known = this.snapshots.get(planId);
    const snapshot = known ?? Promise.resolve(this.compiled(JSON.parse(text) as JsonObject));
    this.remember(planId, snapshot);
    return { planId, ...(await snapshot) };
  }

  /** Whether `keep` need not be called for one whose jobs began a short while ago. */
  isFresh(planId: string): boolean {
    const noted = this.notedAt.get(planId);
    return noted !== undefined && this.clock.now().getTime() - noted < USE_NOTED_MS;
  }

  private async noteUse(planId: string, text: string): Promise<void> {
    if (this.isFresh(planId)) return;
    const now = this.clock.now();
    await this.plans.keep(planId, text, now);
    this.notedAt.set(planId, now.getTime());
  }

  private async load(planId: string): Promise<Snapshot> {
    const text = await this.plans.find(planId);
    if (text === undefined) throw new Error(`The plan ${planId} of a job is not there`);
    return this.compiled(JSON.parse(text) as JsonObject);
  }

  private compiled(document: JsonObject): Snapshot {
    const { isSecretName } = this;
    return { document, plan: compilePlan(document, { isInline: pureTaskOf, isSecretName }) };
  }

  /** The one that was used last comes last; the first one goes when there are too many. */
  private remember(planId: string, snapshot: Promise<Snapshot>): void {
    this.snapshots.delete(planId);
    this.snapshots.set(planId, snapshot);
    const [oldest] = this.snapshots.keys();
    if (this.snapshots.size > KEPT_MAX && oldest !== undefined) this.snapshots.delete(oldest);
  }
}
