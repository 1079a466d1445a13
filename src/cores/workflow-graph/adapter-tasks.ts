import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import { objectOf, ownValue, textOf } from '../../kernel/json-reading.js';
import { isReference } from './task-references.js';

/** The methods that every adapter has. */
export const GENERIC_METHODS: ReadonlySet<string> = new Set([
  'genericAdapterRequest',
  'genericAdapterRequestNoBasePath',
]);

/** A task of an adapter or an integration, as far as it is known before a job runs. */
export interface AdapterTask {
  /** Id of the task. */
  readonly id: string;
  /** The operation that it calls. */
  readonly operation: string;
  /** The adapter or integration that it names; empty where that is only known when the job runs. */
  readonly target: string;
}

/** The tasks of adapters and integrations. */
export function adapterTasksOf(document: JsonObject): readonly AdapterTask[] {
  const tasks = Object.entries(objectOf(ownValue(document, 'tasks')));
  return tasks.flatMap(([id, task]) => {
    if (!isJsonObject(task) || ownValue(task, 'location') !== 'Adapter') return [];
    const incoming = objectOf(ownValue(objectOf(ownValue(task, 'variables')), 'incoming'));
    const named = ownValue(incoming, 'adapter_id');
    const target = isReference(named) ? '' : textOf(named);
    return [{ id, operation: textOf(ownValue(task, 'name')), target }];
  });
}
