import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { deeplyFrozen } from '#test/support/deeply-frozen.js';
import {
  type EngineWorkflow,
  engineWorkflow,
  incomingOf,
  innerIds,
} from '#test/support/engine/drawn-engine-workflow.js';
import { judgeStep } from '#test/support/engine/law-judge.js';
import { lawTasks } from '#test/support/engine/law-tasks.js';
import { type TakenStep } from '#test/support/engine/simulated-job.js';
import { anySeed, begin, worldOf } from '#test/support/engine/trial.js';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { compilePlan } from '../compile-plan.js';

const SECRET = 'hunter2';
const anyWorkflow = engineWorkflow({
  reverts: true,
  loops: true,
  children: true,
  timers: true,
  retries: true,
  manual: true,
  inline: true,
});

/** The secret goes from task to task: each puts out what it is given, beside what it makes itself. */
const carrying = (workflow: EngineWorkflow): JsonObject => {
  const tasks = structuredClone(workflow.tasks);
  for (const id of innerIds(workflow)) {
    const incoming = incomingOf(tasks[id] ?? {});
    incoming['carried'] = incoming['seen'] ?? '$var.job.entrance';
    if (incoming['response'] !== undefined) incoming['response'] = '$var.job.entrance';
    if (incoming['attemptID'] !== undefined) incoming['attemptID'] = '$var.job.entrance';
  }
  const decorators = [{ type: 'encryption', pointer: '/variables/entrance' }];
  return { ...workflow, tasks, decorators };
};

/** Whether it is a held value that lies at hand. */
const isHeld = (value: object): value is { readonly value: unknown; readonly secret?: unknown } =>
  'kind' in value && value.kind === 'here' && 'value' in value;

/** Places of held values that contain the secret without being marked. */
const leaks = (value: unknown, place: string): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (!isHeld(value)) {
    return Object.entries(value).flatMap(([key, member]) => leaks(member, `${place}/${key}`));
  }
  const contains = JSON.stringify(value.value).includes(SECRET);
  return contains && value.secret !== true ? [place] : [];
};

/** Secrets are to be found nowhere but in held values. */
const bare = (value: unknown, place: string): readonly string[] => {
  if (typeof value === 'string') return value.includes(SECRET) ? [place] : [];
  if (typeof value !== 'object' || value === null || isHeld(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => bare(member, `${place}/${key}`));
};

const judge = (taken: TakenStep): readonly string[] => {
  const { result, event } = taken;
  if (result.kind !== 'applied') return [];
  const { state, commands } = result;
  return [state, commands].flatMap((part, at) => {
    const place = `${event.kind}, ${at === 0 ? 'state' : 'commands'}`;
    return [...leaks(part, place), ...bare(part, place)].map((leak) => `I14: ${leak}`);
  });
};

describe('what the core keeps to itself', () => {
  // That no stored document, event or log shows a secret is asked of the storage, which seals what is marked.
  it('I14: whatever is made of a secret is marked as one, wherever it goes', () => {
    fc.assert(
      fc.property(anyWorkflow, anySeed, (workflow, seed) => {
        const world = worldOf(carrying(workflow), {
          seed,
          trouble: { disorder: true },
          judge: (taken, all) => [...judge(taken), ...judgeStep(taken, all)],
        });
        begin(world, { entrance: SECRET });
        world.run();
        expect(world.breaches).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  // That an export gives an import back is asked of the content domain, which stores the documents.
  it('I19: a plan keeps every task as the document says it, whatever else it says', () => {
    const extra = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.jsonValue().map((value) => value as JsonValue),
    );
    fc.assert(
      fc.property(anyWorkflow, extra, (workflow, more) => {
        const tasks = Object.fromEntries(
          Object.entries(workflow.tasks).map(([id, task]) => [id, { ...more, ...task }]),
        );
        const document = deeplyFrozen({ ...more, ...workflow, tasks });
        const plan = compilePlan(document, { isInline: lawTasks });
        const kept = Object.fromEntries(plan.tasks.map((task) => [task.id, task.document]));
        expect(kept).toEqual(tasks);
        expect(compilePlan(structuredClone(document), { isInline: lawTasks })).toEqual(plan);
      }),
      { numRuns: 30 },
    );
  });
});
