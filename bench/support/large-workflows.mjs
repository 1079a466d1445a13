import { elements, fan, sets } from './children-workflows.mjs';
import { chain, concat, task } from './engine-workflows.mjs';
import { sized } from './report.mjs';

const TASKS = sized(5000, 50);
const CHILDREN = sized(100, 5);
const ROUNDS = sized(10_000, 20);

const many = (count) => Array.from({ length: count }, () => concat('Red', '$var.job.text'));
const CHILD = chain('Bench child', ...many(50));
const LOOP = task(
  'forEach',
  { data_array: '$var.job.list' },
  { current_item: null },
  { type: 'operation' },
);

/** The loop runs the task once for each element. */
function withBody(workflow, loop, body) {
  const { [loop]: after, ...transitions } = workflow.transitions;
  return {
    ...workflow,
    tasks: { ...workflow.tasks, b1: body },
    transitions: {
      ...transitions,
      [loop]: { ...after, b1: { type: 'standard', state: 'loop' } },
      b1: {},
    },
  };
}

/** Jobs that are large, by what is large about them, and the workflows that they need beside their own. */
export const LARGE = [
  { title: `one job of ${TASKS} tasks`, workflow: chain('Bench tasks', ...many(TASKS)) },
  {
    title: `one of ${CHILDREN} children of 50 tasks`,
    workflow: fan('Bench children', CHILDREN, CHILD.name),
    beside: [CHILD],
  },
  {
    title: `a loop of ${ROUNDS} rounds`,
    workflow: withBody(
      chain('Bench rounds', sets(elements(ROUNDS)), LOOP),
      'a2',
      concat('Red', null),
    ),
  },
];
