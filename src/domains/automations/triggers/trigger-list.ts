import { listOf } from '../../../api/lists/list-declaration.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { ShownTrigger, TriggerListOptions } from './triggers.dto.js';

/** Triggers of automations that the caller may see, by name. */
export const TRIGGER_LIST = listOf('listTriggers', {
  item: ShownTrigger,
  own: TriggerListOptions,
  order: ['name', 1],
  stored: {
    _id: { path: '_id' },
    name: { path: 'name', folded: 'nameFolded' },
    description: {
      path: 'description',
      folded: 'descriptionFolded',
      blank: true,
      index: 'description',
    },
    type: { path: 'type' },
    enabled: { path: 'enabled' },
    actionId: { path: 'automationId' },
  },
});

/** Which part of the triggers a list shows. */
export interface TriggerList extends StoredList {
  /** Only those of this automation. */
  readonly actionId?: string;
  readonly enabled?: boolean;
  /** Only schedules of which a run did not start at this time or later. */
  readonly missedSince?: string;
}
