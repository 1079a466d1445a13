import { Injectable } from '@nestjs/common';
import { secretRemover } from '../../../platform/secrets/known-secrets.js';
import { type JsonObject } from '../../../kernel/json.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { sealPlan } from '../changes/masked-plan.js';
import { type ItemResult, undone } from '../changes/service-change.js';
import { type Orchestrator, OrchestratorClientService } from '../orchestrator-client.service.js';
import { type DryRun } from '../restconf/commit-options.js';
import { devicesOf } from '../restconf/dry-run-result.js';
import { isDryRunLess } from '../restconf/option-conflicts.js';
import { patchBody } from '../restconf/patch-body.js';
import { dryRunOf, planHash } from '../restconf/plan-hash.js';
import { InstanceLookupService } from './instance-lookup.service.js';
import { type ItemToSave, type SaveRun } from '../changes/save-run.js';

/** What taking a commit back would do, and which devices that says are touched. */
export interface Reverse {
  readonly sealed: string | null;
  readonly target: readonly string[];
}

/** What came of asking again for a plan that was seen. */
export type Verdict =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'other';
      readonly hash: string;
      readonly result: JsonObject;
      /** What must not be shown of it. */
      readonly secrets: readonly string[];
      readonly kept: ItemResult;
    }
  | { readonly kind: 'failed'; readonly kept: ItemResult };

const CLI: DryRun = { format: 'cli', reverse: false };
const NO_REVERSE: Reverse = { sealed: null, target: [] };

/** Plans of items: what saving them would do, and what would take that back. */
@Injectable()
export class ItemPlansService {
  constructor(
    private readonly client: OrchestratorClientService,
    private readonly lookup: InstanceLookupService,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * The plan of these items as their result.
   * @param secrets what must not be shown of it.
   * @throws AppError as `AdapterCallerService`.
   */
  async plan(
    run: SaveRun,
    orchestrator: Orchestrator,
    works: readonly ItemToSave[],
    secrets: readonly string[],
  ): Promise<ItemResult> {
    const planned = await this.planned(run, orchestrator, works, run.commit.dryRun ?? CLI);
    if ('error' in planned) return undone('failed', secretRemover(secrets)(planned.error));
    const sealed = sealPlan(this.secrets, planned.result, secrets);
    if (sealed === undefined) return undone('failed', 'The plan is too large to be kept');
    return {
      outcome: 'succeeded',
      action: null,
      target: devicesOf(planned.result),
      error: null,
      planHash: planned.hash,
      dryrun: sealed,
      reverse: null,
    };
  }

  /** Asks again for the plan that was seen. @throws AppError as `AdapterCallerService`. */
  async verify(
    run: SaveRun,
    orchestrator: Orchestrator,
    works: readonly ItemToSave[],
    seen: string,
  ): Promise<Verdict> {
    const planned = await this.planned(run, orchestrator, works, dryRunOf(seen));
    if ('hash' in planned && planned.hash === seen) return { kind: 'same' };
    const { secrets } = await this.lookup.look(orchestrator, works);
    if ('error' in planned) {
      return { kind: 'failed', kept: undone('failed', secretRemover(secrets)(planned.error)) };
    }
    const { hash, result } = planned;
    const kept: ItemResult = {
      ...undone('failed', 'The plan is another one than the one that was seen'),
      target: devicesOf(result),
      planHash: hash,
      dryrun: sealPlan(this.secrets, result, secrets) ?? null,
    };
    return { kind: 'other', hash, result, secrets, kept };
  }

  /** What would take a commit back, as far as the options allow asking and the orchestrator answers. */
  async reverse(
    run: SaveRun,
    orchestrator: Orchestrator,
    change: { readonly body: JsonObject } | { readonly deletes: string },
    secrets: readonly string[],
  ): Promise<Reverse> {
    if (isDryRunLess(run.commit)) return NO_REVERSE;
    const dryRun = { format: 'native', reverse: true } as const;
    const planned = await this.client.plan(orchestrator, run.commit, dryRun, change);
    if (planned.kind === 'refused') return NO_REVERSE;
    const { result } = planned;
    return { sealed: sealPlan(this.secrets, result, secrets) ?? null, target: devicesOf(result) };
  }

  private async planned(
    { commit }: SaveRun,
    orchestrator: Orchestrator,
    works: readonly ItemToSave[],
    dryRun: DryRun,
  ): Promise<{ readonly hash: string; readonly result: JsonObject } | { readonly error: string }> {
    const body = patchBody(works);
    const planned = await this.client.plan(orchestrator, commit, dryRun, { body });
    if (planned.kind === 'refused') return { error: planned.error };
    const { result } = planned;
    const hash = planHash({ adapterId: orchestrator.id, body, commit, dryRun, result });
    return { hash, result };
  }
}
