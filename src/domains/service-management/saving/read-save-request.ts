import { type Fault, invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type SaveOptions } from '../restconf/commit-options.js';
import { type InstanceItem } from '../restconf/instance-item.js';
import { isDryRunLess } from '../restconf/option-conflicts.js';
import { readInstances } from '../restconf/read-instances.js';
import { readOptions } from '../restconf/read-options.js';

/** What a caller asked for. */
export interface SaveInput {
  readonly instance: JsonObject;
  readonly options: JsonObject;
  readonly path?: string | undefined;
}

/** The same, understood. */
export interface SaveOrder {
  readonly options: SaveOptions;
  readonly items: readonly InstanceItem[];
}

/** Understands a request. @throws AppError `invalid-input` that names every fault, before any call. */
export function readSaveRequest({ instance, options, path }: SaveInput): SaveOrder {
  const [asked, items] = [readOptions(options), readInstances(instance, path)];
  const faults = [asked, items].flatMap((one) => (one.kind === 'refused' ? one.faults : []));
  if (asked.kind === 'refused' || items.kind === 'refused') throw invalidInput(faults);
  const order = { options: asked.value, items: items.value };
  const misplaced = planFaults(order);
  if (misplaced.length > 0) throw invalidInput(misplaced);
  return withPlan(order);
}

/** Where a plan hash belongs: one plan, one hash. */
function planFaults({ options, items }: SaveOrder): readonly Fault[] {
  const { atomic, planHash, commit } = options;
  const one = '#/options/planHash';
  if (planHash !== undefined && !atomic && items.length > 1) {
    return [{ pointer: one, detail: 'is for one instance: give each item its own planHash' }];
  }
  const own = items.filter((item) => item.planHash !== undefined);
  const at = (detail: string): readonly Fault[] =>
    own.map(({ pointer }) => ({ pointer: `${pointer}/planHash`, detail }));
  if (atomic || planHash !== undefined) {
    return at('cannot stand at an item here: the plan is that of options/planHash');
  }
  if (commit.dryRun) return at('is for the commit of a plan, which a dry-run is not');
  return isDryRunLess(commit)
    ? at('needs a dry-run, which no-overwrite and no-out-of-sync-check do not admit')
    : [];
}

/** The hash of the whole is that of its items. */
function withPlan({ options, items }: SaveOrder): SaveOrder {
  const { planHash } = options;
  if (planHash === undefined) return { options, items };
  return { options, items: items.map((item) => ({ ...item, planHash })) };
}
