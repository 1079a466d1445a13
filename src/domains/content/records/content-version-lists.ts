import { listOf, type ListSource } from '../../../api/lists/list-declaration.js';
import { ContentVersionHead } from './content-versions.dto.js';

/** Versions of a document, the newest first; there are few of each. */
const VERSIONS: ListSource = { item: ContentVersionHead, order: ['revision', -1], oneWay: true };

/** Versions of a workflow. */
export const WORKFLOW_VERSION_LIST = listOf('listWorkflowVersions', VERSIONS);

/** Versions of a template of texts. */
export const TEXT_TEMPLATE_VERSION_LIST = listOf('listTextTemplateVersions', VERSIONS);
