import { listOf } from '../../../api/lists/list-declaration.js';
import { ContentListOptions } from '../records/content-list.dto.js';
import { STORED_CONTENT } from '../records/content-list.js';
import { WorkflowDocument } from './workflows.dto.js';

/** Workflow documents, by name. */
export const WORKFLOW_LIST = listOf('searchWorkflows', {
  item: WorkflowDocument,
  also: [
    'description',
    'type',
    'tags',
    'groups',
    'namespace',
    'created',
    'created_by',
    'last_updated',
    'last_updated_by',
  ],
  own: ContentListOptions,
  order: ['name', 1],
  stored: STORED_CONTENT,
});
