import { Injectable } from '@nestjs/common';
import { secretRemover } from '../../../platform/secrets/known-secrets.js';
import { AppError } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { pathRefusal } from '../../../cores/restconf/legal-path.js';
import { ServiceChangeItemsRepository } from '../changes/service-change-items.repository.js';
import { type ItemAction, type ItemResult, undone } from '../changes/service-change.js';
import {
  mayHaveArrived,
  type Orchestrator,
  type OrchestratorAnswer,
  OrchestratorClientService,
  refusalOf,
} from '../orchestrator-client.service.js';
import { patchBody } from '../restconf/patch-body.js';
import { DATASTORE } from '../restconf/resource-path.js';
import { errorMessage } from '../restconf/upstream-errors.js';
import { InstanceLookupService } from './instance-lookup.service.js';
import { ItemPlansService } from './item-plans.service.js';
import { type ItemToSave, type SaveRun } from '../changes/save-run.js';
import { ServiceModelsService } from './service-models.service.js';

/**
 * Saves one item, or with `atomic` all of them at once: looks whether it can be, asks what would take it
 * back, notes that it will be sent, and sends it.
 */
@Injectable()
export class ItemSaverService {
  constructor(
    private readonly client: OrchestratorClientService,
    private readonly models: ServiceModelsService,
    private readonly plans: ItemPlansService,
    private readonly lookup: InstanceLookupService,
    private readonly items: ServiceChangeItemsRepository,
  ) {}

  /** What became of each, in their order. Failures of the orchestrator are outcomes, not errors. */
  async save(run: SaveRun, works: readonly ItemToSave[]): Promise<readonly ItemResult[]> {
    const { orchestrator } = run;
    if (!orchestrator) return works.map(storedHere);
    try {
      const refusal = await this.refusal(run, orchestrator, works);
      if (refusal !== undefined) return works.map(() => undone('failed', refusal));
      const { actions, secrets } = await this.lookup.look(orchestrator, works);
      const result = await this.sent(run, orchestrator, works, secrets);
      return await this.placed(
        run,
        orchestrator,
        works,
        works.map((_, at) => ({
          ...result,
          // One plan of all is kept once.
          ...(at > 0 && { dryrun: null, reverse: null }),
          action: actions[at] ?? null,
        })),
      );
    } catch (error) {
      // Nothing was sent yet.
      const detail = failureText(error);
      return works.map(() => undone('failed', detail));
    }
  }

  /** What was saved under a key that is none of the model is told so. */
  private async placed(
    { commit }: SaveRun,
    orchestrator: Orchestrator,
    works: readonly ItemToSave[],
    results: readonly ItemResult[],
  ): Promise<readonly ItemResult[]> {
    if (commit.dryRun || results[0]?.outcome !== 'succeeded') return results;
    const placed: ItemResult[] = [];
    for (const [at, work] of works.entries()) {
      const result = results[at];
      if (!result) continue;
      const isElsewhere =
        result.action !== 'update' && (await this.lookup.isElsewhere(orchestrator, work));
      placed.push(isElsewhere ? { ...result, action: null, error: elsewhere(work) } : result);
    }
    return placed;
  }

  private async sent(
    run: SaveRun,
    orchestrator: Orchestrator,
    works: readonly ItemToSave[],
    secrets: readonly string[],
  ): Promise<ItemResult> {
    if (run.commit.dryRun) return this.plans.plan(run, orchestrator, works, secrets);
    const seen = works[0]?.demandedHash ?? null;
    // Somebody who waits for the answer had all plans compared before anything was sent.
    if (seen !== null && run.change.isBackground) {
      const verdict = await this.plans.verify(run, orchestrator, works, seen);
      if (verdict.kind !== 'same') return verdict.kept;
    }
    const body = patchBody(works);
    const [reverse] = await Promise.all([
      this.plans.reverse(run, orchestrator, { body }, secrets),
      this.items.noteSent(works.map(({ id }) => id)),
    ]);
    const outcome = await this.committed(run, orchestrator, body);
    const error = outcome.error === null ? null : secretRemover(secrets)(outcome.error);
    return { ...outcome, error, target: reverse.target, reverse: reverse.sealed, planHash: seen };
  }

  private async committed(
    { commit }: SaveRun,
    orchestrator: Orchestrator,
    body: JsonObject,
  ): Promise<ItemResult> {
    try {
      return resultOf(await this.client.commit(orchestrator, commit, { body }));
    } catch (error) {
      return undone(mayHaveArrived(error) ? 'unknown' : 'failed', failureText(error));
    }
  }

  private async refusal(
    { skipsValidation }: SaveRun,
    orchestrator: Orchestrator,
    works: readonly ItemToSave[],
  ): Promise<string | undefined> {
    for (const { path, xpath } of works) {
      const illegal = pathRefusal(`${DATASTORE}${xpath}`);
      if (illegal !== undefined) return `The path of the instance ${illegal}`;
      if (skipsValidation) continue;
      const missing = await this.models.missing(orchestrator, path);
      if (missing !== undefined) return `The orchestrator has no service model ${missing}`;
    }
    return undefined;
  }
}

/** What an answer to a commit means; what no RESTCONF server says leaves open whether it was done. */
export function resultOf(answer: OrchestratorAnswer): ItemResult {
  if (isDone(answer)) return succeeded(null);
  const { status, json } = answer;
  const isOpen = status < 300 || (status >= 500 && errorMessage(json) === undefined);
  return undone(isOpen ? 'unknown' : 'failed', refusalOf(answer));
}

function isDone({ status, isRestconf }: OrchestratorAnswer): boolean {
  return [201, 204].includes(status) || ([200, 202].includes(status) && isRestconf);
}

function storedHere(): ItemResult {
  return succeeded('stored');
}

function succeeded(action: ItemAction | null): ItemResult {
  return {
    outcome: 'succeeded',
    action,
    target: [],
    error: null,
    planHash: null,
    dryrun: null,
    reverse: null,
  };
}

function elsewhere({ keyLeaves }: ItemToSave): string {
  const taken = keyLeaves.join(', ');
  return `It was saved, but does not lie at this path: its key is not ${taken}. Name the leaves in keys`;
}

/** What a caller is told of a call that failed; what is no failure of a call is a defect, and rises. */
export function failureText(error: unknown): string {
  if (error instanceof AppError && error.kind !== 'internal') return error.detail;
  throw error;
}
