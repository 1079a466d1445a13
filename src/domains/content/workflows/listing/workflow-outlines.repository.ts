import { Injectable } from '@nestjs/common';
import { fromStored } from '#platform/database/storable.js';
import { ContentRepositories } from '../../records/content-repositories.repository.js';
import {
  documentProjection,
  isObjectAt,
  projectedMembers,
} from '../../records/document-projection.js';
import {
  type OutlinedDocument,
  OUTLINED_MEMBERS,
  outlineOf,
  type WorkflowOutline,
} from './workflow-outline.js';

/** The first ones are about what is written first; no batch costs much memory. */
const SIZES = { first: 5, batch: 50 };

/**
 * The outline, made by the database: it reads a task's place instead of the task. `tasks` that are no
 * object are none.
 */
const OUTLINE = {
  name: 1,
  nameFolded: 1,
  created: 1,
  updated: 1,
  document: documentProjection({
    ...projectedMembers(OUTLINED_MEMBERS),
    tasks: {
      $cond: [
        isObjectAt('$document.tasks'),
        {
          $map: {
            input: { $objectToArray: '$document.tasks' },
            as: 'task',
            in: {
              id: '$$task.k',
              name: '$$task.v.name',
              groups: '$$task.v.groups',
              x: '$$task.v.x',
              y: '$$task.v.y',
              placeX: '$$task.v.nodeLocation.x',
              placeY: '$$task.v.nodeLocation.y',
            },
          },
        },
        [],
      ],
    },
  }),
};

/** Outlines of workflows. */
@Injectable()
export class WorkflowOutlinesRepository {
  constructor(private readonly repositories: ContentRepositories) {}

  /** The outlines of all workflows in the order of their names, some at a time. */
  async *all(): AsyncGenerator<readonly WorkflowOutline[]> {
    let batch: WorkflowOutline[] = [];
    let enough = SIZES.first;
    for await (const stored of this.repositories.of('workflow').each(SIZES, OUTLINE)) {
      const { _id: id, name, created, updated, document } = stored;
      const outline =
        typeof document === 'string'
          ? outlineOf(fromStored(document))
          : // The projection above made it.
            (document as OutlinedDocument | undefined);
      batch.push({ id, name, created, updated, document: outline ?? { tasks: [] } });
      if (batch.length < enough) continue;
      yield batch;
      batch = [];
      enough = SIZES.batch;
    }
    yield batch;
  }
}
