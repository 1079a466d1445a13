import { cutText } from '../../../kernel/cut-text.js';
import { type JsonChange, jsonChanges } from '../../../kernel/json-changes.js';
import { jsonPointer } from '../../../kernel/json-pointer.js';
import { type JsonValue } from '../../../kernel/json.js';
import { type Plan, type PlannedTask } from '../../../cores/engine/plan.js';
import { isDrawn } from '../../../cores/engine/upgrading/task-differences.js';
import { type Upgrade } from '../../../cores/engine/upgrading/upgrade.js';
import { maskedData } from '../../../platform/secrets/masked-data.js';
import { saidVariables } from '../answer/to-task-answer.js';
import { type ShownUpgradedTask } from './job-upgrade.js';

/** Places that one answer shows, of all tasks together. */
const CHANGES_MAX = 200;
/** Characters of a value: who wants all of it compares the versions of the workflow. */
const VALUE_LENGTH_MAX = 1000;

/** The tasks that are not the same, with what differs in those that both versions have. */
export function shownTasks(from: Plan, to: Plan, { tasks }: Upgrade): readonly ShownUpgradedTask[] {
  let left = CHANGES_MAX;
  return tasks.map((one) => {
    const [before, after] = [taskOf(from, one.task), taskOf(to, one.task)];
    const all = one.change === 'changed' && before && after ? changesOf(before, after) : [];
    const shown = all.slice(0, left);
    left -= shown.length;
    const pointer = jsonPointer(['tasks', one.task]);
    return { ...one, pointer, changes: shown.map(inShort), moreChanges: all.length - shown.length };
  });
}

function taskOf({ tasks, places }: Plan, id: string): PlannedTask | undefined {
  return tasks[places.get(id) ?? -1];
}

/** Secrets are masked on both sides: that one has changed is not shown. */
function changesOf(before: PlannedTask, after: PlannedTask): readonly JsonChange[] {
  return jsonChanges(documentOf(before), documentOf(after));
}

function documentOf(task: PlannedTask): JsonValue {
  const meant = Object.entries(task.document).filter(([name]) => !isDrawn(name));
  return maskedData({ ...Object.fromEntries(meant), variables: saidVariables(task) });
}

function inShort({ before, after, ...change }: JsonChange): JsonChange {
  return {
    ...change,
    ...(before !== undefined && { before: valueInShort(before) }),
    ...(after !== undefined && { after: valueInShort(after) }),
  };
}

/** A long value as the beginning of its text. */
function valueInShort(value: JsonValue): JsonValue {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_LENGTH_MAX ? cutText(text, VALUE_LENGTH_MAX, '…') : value;
}
