import { listOf } from '../../../api/lists/list-declaration.js';
import { STORED_CONTENT } from '../records/content-list.js';
import { TransformationDocument, TransformationListOptions } from './transformations.dto.js';

/** Operation 9: transformation documents, by name. */
export const TRANSFORMATION_LIST = listOf('searchTransformations', {
  item: TransformationDocument,
  also: ['description', 'tags', 'created', 'createdBy', 'lastUpdated', 'lastUpdatedBy', 'version'],
  own: TransformationListOptions,
  order: ['name', 1],
  stored: STORED_CONTENT,
});
