import { Injectable } from '@nestjs/common';
import { GroupRecordsService } from '../../../user-management/groups/group-records.service.js';
import {
  groupIdsOf,
  type GroupInWorkflow,
  type ListedWorkflow,
  listedWorkflow,
} from './listed-workflow.js';
import { WorkflowOutlinesRepository } from './workflow-outlines.repository.js';

/** Every workflow there is, one after the other (operation 13). */
@Injectable()
export class WorkflowListingService {
  constructor(
    private readonly outlines: WorkflowOutlinesRepository,
    private readonly groups: GroupRecordsService,
  ) {}

  /** All workflows by name. Each group is looked up once, when the first workflow names it. */
  async *all(): AsyncGenerator<ListedWorkflow> {
    const asked = new Set<string>();
    const known = new Map<string, GroupInWorkflow>();
    for await (const batch of this.outlines.all()) {
      const named = new Set(batch.flatMap(groupIdsOf));
      const wanted = [...named].filter((id) => !asked.has(id));
      wanted.forEach((id) => asked.add(id));
      for (const [id, group] of await this.groups.find(wanted)) known.set(id, group);
      for (const outline of batch) yield listedWorkflow(outline, known);
    }
  }
}
