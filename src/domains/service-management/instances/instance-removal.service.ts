import { Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { assertAdmittedByName } from '../../adapters/access/adapter-access.js';
import { AdaptersService } from '../../adapters/records/adapters.service.js';
import { type ItemResult, type StoredChange, undone } from '../changes/service-change.js';
import {
  mayHaveArrived,
  type Orchestrator,
  OrchestratorClientService,
} from '../orchestrator-client.service.js';
import { failureText, resultOf } from '../saving/item-saver.service.js';
import { ItemPlansService } from '../saving/item-plans.service.js';
import { secretTexts } from '../restconf/secret-leaves.js';
import { DeletionRecordsService } from './deletion-records.service.js';
import { runOf } from '../changes/save-run.js';
import { SavedInstancesService, type ShownInstance } from '../saving/saved-instances.service.js';

/** What deleting came to, with the failure to answer where there is one. */
interface Removal {
  readonly result: ItemResult;
  readonly failure?: AppError;
}

/** Deletes instances: from the orchestrator first, with the options they were saved with, then here. */
@Injectable()
export class InstanceRemovalService {
  constructor(
    private readonly instances: SavedInstancesService,
    private readonly adapters: AdaptersService,
    private readonly client: OrchestratorClientService,
    private readonly plans: ItemPlansService,
    private readonly records: DeletionRecordsService,
  ) {}

  /**
   * Deletes an instance. One that the orchestrator has no more counts as deleted.
   * @throws AppError `not-found`, `precondition-failed`; `conflict` when its adapter is disabled or gone;
   *   `upstream-failed` with what the orchestrator said; `upstream-timeout`, `unavailable`. The record
   *   stays in all these cases.
   */
  async remove(id: string, expected: number | undefined, principal: Principal): Promise<void> {
    const found = await this.instances.get(id);
    assertRevision(found.revision, expected);
    const orchestrator = await this.orchestratorOf(found, principal);
    const change = await this.records.add(found, orchestrator, principal);
    const { result, failure } = await this.removed(change, orchestrator, found.xpath);
    await this.records.end(change, result);
    if (failure !== undefined) throw failure;
    const told = await this.instances.forget(found);
    if (!told) throw staleRevision(expected);
    noteChange(told);
  }

  private async orchestratorOf(
    { adapterId, adapterName }: ShownInstance,
    principal: Principal,
  ): Promise<Orchestrator | null> {
    if (adapterId === '') return null;
    try {
      const adapter = await this.adapters.usable(adapterId);
      assertAdmittedByName(principal, adapter, 'change');
      const { _id, name, northbound } = adapter;
      return { id: _id, name, northbound };
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
      throw conflict(`Adapter '${adapterName}' is gone`, 'adapter-missing');
    }
  }

  private async removed(
    change: StoredChange,
    orchestrator: Orchestrator | null,
    xpath: string,
  ): Promise<Removal> {
    if (!orchestrator)
      return { result: resultOf({ status: 204, json: undefined, isRestconf: true }) };
    const run = runOf(change);
    try {
      const { content } = await this.client.look(orchestrator, xpath);
      const secrets = secretTexts(content);
      const reverse = await this.plans.reverse(run, orchestrator, { deletes: xpath }, secrets);
      await this.records.noteSent(change);
      const answer = await this.client.commit(orchestrator, run.commit, { deletes: xpath });
      const isGone = answer.status === 404;
      const result = resultOf(isGone ? { ...answer, status: 204 } : answer);
      const kept = { ...result, target: reverse.target, reverse: reverse.sealed };
      return result.outcome === 'succeeded'
        ? { result: kept }
        : { result: kept, failure: refused(result) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const outcome = mayHaveArrived(error) ? 'unknown' : 'failed';
      return { result: undone(outcome, failureText(error)), failure: error };
    }
  }
}

function refused({ error }: ItemResult): AppError {
  return new AppError('upstream-failed', error ?? 'The orchestrator refused', {
    code: 'orchestrator-refused',
  });
}
