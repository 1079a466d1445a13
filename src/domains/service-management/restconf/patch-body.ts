import { type JsonObject } from '../../../kernel/json.js';
import { type InstanceItem } from './instance-item.js';
import { type PathStep } from './instance-path.js';

type Placed = Pick<InstanceItem, 'path' | 'instance'>;

/**
 * What is sent to the datastore for these instances, in their order: `{ "module:list": [instance, …] }`,
 * below the containers and entries that lie on the way.
 */
export function patchBody(items: readonly Placed[]): JsonObject {
  return bodyAt(items, 0);
}

function bodyAt(items: readonly Placed[], depth: number): JsonObject {
  const body: JsonObject = {};
  for (const group of grouped(items, depth)) {
    const { step, isLast } = group;
    const below = isLast
      ? group.items.map(({ instance }) => instance)
      : entryOrContainer(step, bodyAt(group.items, depth + 1));
    const present = body[step.name];
    // Entries of one list may be named in several groups, with other keys each.
    body[step.name] =
      Array.isArray(present) && Array.isArray(below) ? [...present, ...below] : below;
  }
  return body;
}

function entryOrContainer({ keys }: PathStep, below: JsonObject): JsonObject | JsonObject[] {
  return keys?.kind === 'named' ? [{ ...Object.fromEntries(keys.leaves), ...below }] : below;
}

interface Group {
  readonly step: PathStep;
  /** The step is the list of the instances themselves. */
  readonly isLast: boolean;
  readonly items: Placed[];
}

function grouped(items: readonly Placed[], depth: number): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const item of items) {
    const { steps } = item.path;
    const step = steps[depth];
    if (!step) continue;
    const isLast = depth === steps.length - 1;
    const key = isLast ? JSON.stringify([step.name]) : JSON.stringify([step.name, step.keys]);
    const group = groups.get(`${String(isLast)} ${key}`) ?? { step, isLast, items: [] };
    group.items.push(item);
    groups.set(`${String(isLast)} ${key}`, group);
  }
  return [...groups.values()];
}
