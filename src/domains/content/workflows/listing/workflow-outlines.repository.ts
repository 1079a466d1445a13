import { Injectable } from '@nestjs/common';
import { fromStored } from '#platform/database/storable.js';
import { ContentRepositories } from '../../records/content-repositories.repository.js';
import {
  type OutlinedDocument,
  OUTLINED_MEMBERS,
  outlineOf,
  type WorkflowOutline,
} from './workflow-outline.js';

/** A small first batch answers soon, and none of them costs much memory. */
const BATCH_SIZE = 50;

const isObject = (path: string): object => ({ $eq: [{ $type: path }, 'object'] });

/**
 * The outline, made by the database: it reads a task's place instead of the task. A document that is
 * stored as JSON text comes as a whole; `tasks` that are no object are none.
 */
const OUTLINE = {
  name: 1,
  created: 1,
  updated: 1,
  document: {
    $cond: [
      isObject('$document'),
      {
        ...Object.fromEntries(OUTLINED_MEMBERS.map((key) => [key, `$document.${key}`])),
        tasks: {
          $cond: [
            isObject('$document.tasks'),
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
      },
      '$document',
    ],
  },
};

/** Outlines of workflows. */
@Injectable()
export class WorkflowOutlinesRepository {
  constructor(private readonly repositories: ContentRepositories) {}

  /** The outlines of all workflows in the order of their names, some at a time. */
  async *all(): AsyncGenerator<readonly WorkflowOutline[]> {
    let batch: WorkflowOutline[] = [];
    for await (const stored of this.repositories.of('workflow').each(BATCH_SIZE, OUTLINE)) {
      const { _id: id, name, created, updated, document } = stored;
      const outline =
        typeof document === 'string'
          ? outlineOf(fromStored(document))
          : // The projection above made it.
            (document as OutlinedDocument | undefined);
      batch.push({ id, name, created, updated, document: outline ?? { tasks: [] } });
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
}
