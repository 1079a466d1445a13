import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { objectOf, ownValue } from '../../kernel/json-reading.js';
import { type JsonChange, jsonChanges } from '../../kernel/json-changes.js';

/** A task that only one of two workflows has, or what differs in one that both have. */
export interface TaskChange {
  readonly id: string;
  readonly kind: JsonChange['kind'];
  /** The task, where it was added or removed. */
  readonly task?: JsonValue;
  /** What differs, with pointers from the task; empty where it was added or removed. */
  readonly changes: readonly JsonChange[];
}

/** An edge that only one of two workflows has, or that says something else in each. */
export interface TransitionChange {
  readonly from: string;
  readonly to: string;
  readonly kind: JsonChange['kind'];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** How two workflows differ; nothing where they are the same. */
export interface WorkflowDiff {
  readonly tasks: readonly TaskChange[];
  readonly transitions: readonly TransitionChange[];
  /** Everything else, with pointers from the document. */
  readonly fields: readonly JsonChange[];
}

/** What changed from one workflow to another, as people speak of it: tasks, edges, the rest. */
export function diffWorkflows(before: JsonObject, after: JsonObject): WorkflowDiff {
  return {
    tasks: taskChanges(mapOf(before, 'tasks'), mapOf(after, 'tasks')),
    transitions: transitionChanges(mapOf(before, 'transitions'), mapOf(after, 'transitions')),
    fields: jsonChanges(restOf(before), restOf(after)),
  };
}

function taskChanges(before: JsonObject, after: JsonObject): readonly TaskChange[] {
  return idsOf(before, after).flatMap((id): readonly TaskChange[] => {
    const [old, now] = [ownValue(before, id), ownValue(after, id)];
    if (old === undefined)
      return now === undefined ? [] : [{ id, kind: 'added', task: now, changes: [] }];
    if (now === undefined) return [{ id, kind: 'removed', task: old, changes: [] }];
    const changes = jsonChanges(old, now);
    return changes.length === 0 ? [] : [{ id, kind: 'changed', changes }];
  });
}

function transitionChanges(before: JsonObject, after: JsonObject): readonly TransitionChange[] {
  return idsOf(before, after).flatMap((from) => {
    const [old, now] = [objectOf(ownValue(before, from)), objectOf(ownValue(after, from))];
    return idsOf(old, now).flatMap((to): readonly TransitionChange[] => {
      const [edge, other] = [ownValue(old, to), ownValue(now, to)];
      if (edge === undefined)
        return other === undefined ? [] : [{ from, to, kind: 'added', after: other }];
      if (other === undefined) return [{ from, to, kind: 'removed', before: edge }];
      if (jsonChanges(edge, other).length === 0) return [];
      return [{ from, to, kind: 'changed', before: edge, after: other }];
    });
  });
}

/** The keys of both, in the order of the later one, then those that it has no more. */
function idsOf(before: JsonObject, after: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])];
}

/** The map, where it is one: what is none is compared with the rest of the document. */
function mapOf(document: JsonObject, key: string): JsonObject {
  return objectOf(ownValue(document, key));
}

/**
 * The document without what is compared by itself. Entries of its tasks in transitions go with the
 * tasks; those of absent tasks mean nothing and yet belong to the document.
 */
function restOf(document: JsonObject): JsonObject {
  const isMap = (key: string): boolean => ownValue(document, key) === mapOf(document, key);
  const { tasks, transitions, ...rest } = document;
  const tasksById = mapOf(document, 'tasks');
  const entries = Object.entries(mapOf(document, 'transitions'))
    .filter(([id]) => !Object.hasOwn(tasksById, id))
    .map(([id, targets]): [string, JsonValue] => [id, isJsonObject(targets) ? {} : targets]);
  return {
    ...rest,
    ...(tasks !== undefined && !isMap('tasks') && { tasks }),
    ...(transitions !== undefined && {
      transitions: isMap('transitions') ? Object.fromEntries(entries) : transitions,
    }),
  };
}
