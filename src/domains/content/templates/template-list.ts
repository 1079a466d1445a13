import { listOf, type ListSource } from '../../../api/lists/list-declaration.js';
import { ContentListOptions } from '../records/content-list.dto.js';
import { STORED_CONTENT, WHOLE_LIST } from '../records/content-list.js';
import { CommandTemplateDocument, TemplateDocument } from './templates.dto.js';

const TEMPLATES: Omit<ListSource, 'item'> = {
  also: ['description', 'os', 'tags', 'namespace'],
  own: ContentListOptions,
  order: ['name', 1],
  stored: STORED_CONTENT,
  limit: WHOLE_LIST,
};

/** Command templates, by name. */
export const COMMAND_TEMPLATE_LIST = listOf('listTemplates', {
  ...TEMPLATES,
  item: CommandTemplateDocument,
});
/** Analytic templates, by name. */
export const ANALYTIC_TEMPLATE_LIST = listOf('listAnalyticTemplates', {
  ...TEMPLATES,
  item: TemplateDocument,
});
