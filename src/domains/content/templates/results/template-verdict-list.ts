import { listOf } from '#api/lists/list-declaration.js';
import { type StoredList } from '#platform/database/lists/stored-filter.js';
import { ShownVerdict, VerdictListOptions } from './template-verdicts.dto.js';

/** Verdicts of runs of analytic templates, the newest first. */
export const VERDICT_LIST = listOf('listAnalyticTemplateResults', {
  item: ShownVerdict,
  own: VerdictListOptions,
  order: ['created', -1],
  stored: {
    _id: { path: '_id' },
    template: { path: 'template', folded: 'templateFolded', index: 'template', apart: true },
    created: { path: 'at', date: true },
  },
});

/** Which part of the verdicts a list shows, by time. */
export interface VerdictPart extends StoredList {
  /** Only those of the template of this name, whatever the case. */
  readonly template?: string;
}
