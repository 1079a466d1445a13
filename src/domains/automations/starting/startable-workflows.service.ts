import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { gbacOf } from '../../../kernel/document-groups.js';
import { type Gbac, guardedByAll, isForEveryone } from '../../../kernel/gbac.js';
import { type JsonValue } from '../../../kernel/json.js';
import { ContentDocumentsService } from '../../content/records/content-documents.service.js';
import {
  type StartingAccount,
  WorkflowRightsService,
} from '../../content/workflows/workflow-rights.service.js';
import { AutomationLookupService } from '../lookup/automation-lookup.service.js';
import { type Automation } from '../stored/stored-automation.js';

/** A workflow that can be started, with the automation that does. */
export interface WorkflowToStart {
  readonly kind: 'startable';
  readonly id: string;
  readonly name: string;
  readonly automationName: string;
  /** `groups` of the workflow. */
  readonly groups: JsonValue | undefined;
  /** Of the automation and the workflow: who may see the job. */
  readonly gbac: Gbac;
  /** Who last made the automation start it; undefined where that is not known. */
  readonly madeBy: StartingAccount | undefined;
  /** As the workflow says it; undefined when it says nothing. */
  readonly inputSchema: JsonValue | undefined;
}

/** The workflow that an automation starts, or why it starts none. */
export type StartableWorkflow =
  WorkflowToStart | { readonly kind: 'refused'; readonly reason: string };

/** Exports that say nothing of the type start workflows. */
const WORKFLOW_TYPES: readonly unknown[] = ['workflows', 'workflow', null];

/** Finds what automations start, as it is now. */
@Injectable()
export class StartableWorkflowsService {
  constructor(
    private readonly automations: AutomationLookupService,
    private readonly documents: ContentDocumentsService,
    private readonly rights: WorkflowRightsService,
  ) {}

  /** The workflow of an automation. Drafts and what is not there are refused, in words. */
  async ofAutomation(automationId: string): Promise<StartableWorkflow> {
    const automation = await this.automations.find(automationId);
    if (!automation) return refused(`Automation '${automationId}' not found`);
    const { id, name, type } = automation.component;
    if (!WORKFLOW_TYPES.includes(type)) {
      return refused('The automation starts no workflow');
    }
    if (id !== null) return this.workflow(id, automation);
    return refused(
      name === null ? 'The automation names no workflow' : `Workflow '${name}' not found`,
    );
  }

  /** Whether an automation may be seen by some alone; one that is gone may. */
  async isHidden(automationId: string): Promise<boolean> {
    const automation = await this.automations.find(automationId);
    return !automation || !isForEveryone(automation.guard.gbac);
  }

  /** @throws AppError `forbidden` (`not-startable`) where the one whom the job would run for may not start it. */
  async assertMayStart(workflow: WorkflowToStart, starter: StartingAccount): Promise<void> {
    await this.rights.assertMayStart(starter, workflow);
  }

  private async workflow(
    id: string,
    { name: automationName, guard, componentBy: madeBy }: Automation,
  ): Promise<StartableWorkflow> {
    try {
      const { name, facts, document } = await this.documents.get('workflow', id);
      if (facts.draft) return refused(`Workflow '${name}' is a draft and cannot be started`);
      const { inputSchema, groups } = document;
      const { gbac } = guardedByAll([guard.gbac, gbacOf(groups)]);
      // Whoever made it start that answers for it as well, as the account is now.
      if (madeBy && !(await this.rights.mayStart(madeBy, { name, groups })))
        return refused(`Whoever made the automation start workflow '${name}' may not start it`);
      return { kind: 'startable', id, name, automationName, groups, gbac, inputSchema, madeBy };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not-found') return refused(error.detail);
      throw error;
    }
  }
}

function refused(reason: string): StartableWorkflow {
  return { kind: 'refused', reason };
}
