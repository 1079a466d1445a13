import { Injectable } from '@nestjs/common';
import { type ResponsibleAccount } from '../../../kernel/responsible-account.js';
import { conflict, notFound } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { namesMeant } from '../../../kernel/project-names.js';
import { ContentDocumentsService } from '../../content/records/content-documents.service.js';
import {
  ContentLookupService,
  type FoundContent,
} from '../../content/records/content-lookup.service.js';
import { Batch } from '../../../platform/concurrency/batch.js';
import { type KeptSnapshot, PlansService } from '../store/plans.service.js';

const KEPT_MAX = 1000;
const LOOKS_AT_ONCE = 200;

/** A workflow as it is now, which a job may begin with. */
export interface WorkflowToRun extends KeptSnapshot {
  readonly id: string;
  readonly name: string;
  /** Who wrote it last; null for nobody, or nobody who is known. */
  readonly writer: ResponsibleAccount | null;
}

/** Finds what jobs are to run. */
@Injectable()
export class WorkflowsToRunService {
  /** Ids of plans by the version of the workflow: a document that has not changed is not read again. */
  private readonly planIds = new Map<string, string>();
  /** Many starts at a time ask together, each with a look that began after it asked. */
  private readonly looks = new Batch((asked: readonly string[]) => this.look(asked), LOOKS_AT_ONCE);

  constructor(
    private readonly lookup: ContentLookupService,
    private readonly documents: ContentDocumentsService,
    private readonly plans: PlansService,
  ) {}

  /**
   * The workflow of this id, else of exactly this name.
   * @throws AppError `not-found`; `conflict` (code `workflow-draft`) for one that cannot be run.
   */
  async get(idOrName: string): Promise<WorkflowToRun> {
    const found = await this.looks.add(idOrName);
    if (!found || (found.id !== idOrName && found.name !== idOrName)) {
      throw notFound('Workflow', idOrName);
    }
    return this.toRun(found);
  }

  /**
   * The workflow that another one means by a name: as written, in the project of the other one, without
   * project. Undefined when there is none.
   */
  async meantBy(name: string, referrer: string): Promise<FoundContent | undefined> {
    const names = namesMeant(name, referrer);
    const references = names.map((one) => ({ id: '', name: one }));
    const found = await this.lookup.findAll('workflow', references);
    return found.find((one, at) => one?.name === names[at]);
  }

  /** The document of the workflow that another one means by a name, be it a draft. */
  async documentMeantBy(name: string, referrer: string): Promise<JsonObject | undefined> {
    const found = await this.meantBy(name, referrer);
    return found && (await this.documents.get('workflow', found.id)).document;
  }

  /** @throws AppError `conflict` (code `workflow-draft`) for one that cannot be run; `not-found` when it has gone. */
  async toRun({ id, name, draft, version, writer }: FoundContent): Promise<WorkflowToRun> {
    if (draft) {
      throw conflict(`Workflow '${name}' is a draft and cannot be started`, 'workflow-draft');
    }
    const known = this.planIds.get(version);
    if (known !== undefined && this.plans.isFresh(known)) {
      return { id, name, writer, planId: known, ...(await this.plans.get(known)) };
    }
    const { document } = await this.documents.get('workflow', id);
    const kept = await this.plans.keep(document);
    this.remember(version, kept.planId);
    return { id, name, writer, ...kept };
  }

  private async look(asked: readonly string[]): Promise<readonly (FoundContent | undefined)[]> {
    const distinct = [...new Set(asked)];
    const references = distinct.map((one) => ({ id: one, name: one }));
    const found = await this.lookup.findAll('workflow', references);
    const byAsked = new Map(distinct.map((one, at) => [one, found[at]]));
    return asked.map((one) => byAsked.get(one));
  }

  private remember(version: string, planId: string): void {
    this.planIds.set(version, planId);
    const [oldest] = this.planIds.keys();
    if (this.planIds.size > KEPT_MAX && oldest !== undefined) this.planIds.delete(oldest);
  }
}
