import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../src/kernel/json.js';
import { BrokenWorkflow, idOf } from '../support/broken-workflow.js';
import { PACKAGE_CHECKS } from '../support/package-checks.js';

const sweep = () => new BrokenWorkflow('backup-sweep', 'Backup Sweep');
const change = () => new BrokenWorkflow('interface-change', 'Interface Change');
const standard = (state = 'success'): JsonObject => ({ type: 'standard', state });
const revert: JsonObject = { type: 'revert', state: 'success' };

type Plant = readonly [what: string, plant: () => BrokenWorkflow, breach: RegExp];

const GRAPH_BREACHES: readonly Plant[] = [
  [
    'a workflow without an end',
    () => change().drop('tasks/workflow_end'),
    /there is no task 'workflow_end'/,
  ],
  ['an id that is none', () => change().set('tasks/xyz', {}), /xyz is no id/],
  [
    'a task without a key',
    () => change().task('Plan the change', 'x', 0).set('tasks/abc', {}),
    /abc has no key in transitions/,
  ],
  [
    'an edge to an absent task',
    () => change().set('transitions/workflow_end', { fff: standard() }),
    /a task that does not exist/,
  ],
  [
    'an edge of no known kind',
    () => change().edge('Plan the change', 'Describe the job', standard('maybe')),
    /must be of type standard/,
  ],
  [
    'a self edge',
    () => change().edge('Plan the change', 'Plan the change', standard()),
    /leads to the task that it leaves/,
  ],
  [
    'start to end',
    () => change().edge('workflow_start', 'workflow_end', standard()),
    /from start to end/,
  ],
  [
    'a failure edge out of the start',
    () => change().edge('workflow_start', 'Write the report', standard('failure')),
    /leaves the start, which always succeeds/,
  ],
  [
    'an edge out of the end',
    () => change().edge('workflow_end', 'Write the report', standard()),
    /leaves the end/,
  ],
  [
    'an edge into the start',
    () => change().edge('Write the report', 'workflow_start', standard()),
    /leads into the start/,
  ],
  [
    'a loop into the end',
    () => sweep().edge('For each device', 'workflow_end', standard('loop')),
    /makes the end the body of a loop/,
  ],
  [
    'a loop out of another task',
    () => sweep().edge('Wait', 'Write the report', standard('loop')),
    /which only a forEach task has/,
  ],
  [
    'a forEach without a loop',
    () => sweep().edge('For each device', 'Take its name', null),
    /has no loop edge/,
  ],
  [
    'an edge out of a loop',
    () => sweep().edge('Keep: saved', 'Write the report', standard()),
    /crosses the boundary of a loop/,
  ],
  [
    'an edge into a loop',
    () => sweep().edge('Wait', 'Back up this device', standard()),
    /crosses the boundary of a loop/,
  ],
  [
    'a revert edge out of a loop',
    () => sweep().edge('Keep: saved', 'For each device', revert),
    /crosses the boundary of a loop/,
  ],
  [
    'a cycle of standard edges',
    () => change().edge('Review the result', 'Check after the change', standard()),
    /closes a cycle/,
  ],
  [
    'a revert edge to what is not before',
    () => change().edge('Plan the change', 'Write the report', revert),
    /reverts to what is not before/,
  ],
  [
    'a task that nothing leads to',
    () => change().edge('Approve the change', 'Outcome: rejected', null),
    /no way of standard edges leads/,
  ],
  [
    'an evaluation without failure',
    () => change().edge('Was it saved?', 'Outcome: not saved', null),
    /\(evaluation\) has no edge for failure/,
  ],
  [
    'a device task without error',
    () => change().edge('Save the configuration', 'Outcome: not saved', null),
    /\(RunCommandTemplate\) has no edge for error/,
  ],
  [
    'a validation without error',
    () => change().edge('Plan the change', 'Outcome: refused', null),
    /\(transformation\) has no edge for error/,
  ],
  [
    'a query without failure',
    () => sweep().edge("Take the report's text", 'workflow_end', null),
    /\(query\) has no edge for failure/,
  ],
  [
    'a task that ends nowhere',
    () => change().edge('Outcome: applied', 'Write the report', null),
    /\(newVariable\) has no edge for success/,
  ],
  [
    'tasks drawn over each other',
    () => change().task('Plan the change', 'nodeLocation', { x: 0, y: 0 }),
    /drawn over each other/,
  ],
  ['an older canvas', () => change().set('canvasVersion', 1), /canvas version 3/],
];

const VARIABLE_BREACHES: readonly Plant[] = [
  [
    'an unknown task',
    () => change().task('Describe the job', 'name', 'decision'),
    /unknown task decision/,
  ],
  ['another app', () => change().task('Describe the job', 'app', 'MOP'), /has the app MOP/],
  [
    'another kind of task',
    () => change().task('Describe the job', 'type', 'manual'),
    /has the type manual/,
  ],
  ['another view', () => change().task('Approve the change', 'view', '/x'), /has the view \/x/],
  [
    'another incoming variable',
    () => change().task('Describe the job', 'variables/incoming/text', ''),
    /other incoming/,
  ],
  [
    'another outgoing variable',
    () => change().task('Describe the job', 'variables/outgoing/x', null),
    /other outgoing/,
  ],
  ['an actor', () => change().task('Describe the job', 'actor', 'system'), /another actor/],
  [
    'an absent task',
    () => change().task('Describe the job', 'variables/incoming/description', '$var.fff.x'),
    /absent task/,
  ],
  [
    'an undeclared output',
    () =>
      change().task(
        'Was it saved?',
        'variables/incoming/evaluation_groups/0/evaluations/0/operand_1/variable',
        'x',
      ),
    /does not declare/,
  ],
  [
    'an output that comes later',
    () => {
      const broken = change();
      const later = idOf(broken.workflow, 'Judge the change');
      return broken.task(
        'Describe the job',
        'variables/incoming/description',
        `$var.${later}.reasons`,
      );
    },
    /does not come before it/,
  ],
  [
    'a job variable that nobody sets',
    () => change().task('Describe the job', 'variables/incoming/description', '$var.job.nothing'),
    /nobody has set/,
  ],
  [
    'a job variable that is set later',
    () => change().task('Describe the job', 'variables/incoming/description', '$var.job.outcome'),
    /nobody has set/,
  ],
  [
    'a map with a job variable that nobody sets',
    () =>
      change().task(
        'Plan the change',
        'variables/incoming/variableMap/adminState',
        '$var.job.state',
      ),
    /job.state, which nobody has set/,
  ],
  [
    'a push to a variable that is not there',
    () => sweep().task('Keep: saved', 'variables/incoming/job_variable', 'kept'),
    /job.kept, which nobody has set/,
  ],
  [
    'a child variable from an absent task',
    () =>
      change().task('Apply the change', 'variables/incoming/variables/devices', {
        task: 'fff',
        value: 'x',
      }),
    /fff.x, which is of an absent task/,
  ],
  [
    'a reference inside a literal',
    () =>
      change().task('Approve the change', 'variables/incoming/variables', {
        x: '$var.job.outcome',
      }),
    /variables\/x that stays text/,
  ],
  [
    'a reference inside a text',
    () => change().task('Approve the change', 'variables/incoming/message', 'See $var.job.outcome'),
    /message that stays text/,
  ],
  [
    'an input that nobody reads',
    () => change().set('inputSchema/properties/x', {}),
    /nobody reads the input x/,
  ],
  [
    'a required input without a schema',
    () => change().set('inputSchema/required/0', 'x'),
    /required input x has no schema/,
  ],
  [
    'an output that nobody writes',
    () => change().set('outputSchema/properties/x', {}),
    /the outputs are not/,
  ],
];

const REFERENCE_BREACHES: readonly Plant[] = [
  [
    'another child workflow',
    () => change().task('Apply the change', 'variables/incoming/workflow', 'X'),
    /no workflow of the package in workflow/,
  ],
  [
    'another transformation',
    () => change().task('Plan the change', 'variables/incoming/tr_id', 'X'),
    /no transformation of the package in tr_id/,
  ],
  [
    'another transformation of a loop',
    () => sweep().task('Try the failed ones again', 'variables/incoming/transformation', 'X'),
    /in transformation/,
  ],
  [
    'another command template',
    () => change().task('Save the configuration', 'variables/incoming/template', 'X'),
    /no mop-template of the package/,
  ],
  [
    'another analytic template',
    () => change().task('Compare both checks', 'variables/incoming/analytic_template_name', 'X'),
    /no mop-analytic-template/,
  ],
  [
    'another form',
    () =>
      new BrokenWorkflow('device-onboarding', 'Device Onboarding').task(
        'Confirm the record',
        'variables/incoming/form_id',
        'X',
      ),
    /no json-forms of the package in form_id/,
  ],
  [
    'a variable that the child does not take',
    () =>
      change().task('Apply the change', 'variables/incoming/variables/x', {
        task: 'static',
        value: 1,
      }),
    /gives x, which the child/,
  ],
  [
    'a variable that the child misses',
    () => change().task('Apply the change', 'variables/incoming/variables', {}),
    /does not give devices/,
  ],
  [
    'a loop without data',
    () => sweep().task('Try the failed ones again', 'variables/incoming/data_array', ''),
    /loop without data/,
  ],
  [
    'a variable that the transformation does not take',
    () => change().task('Plan the change', 'variables/incoming/variableMap/x', 1),
    /other variables than are taken/,
  ],
  [
    'an output that the transformation does not make',
    () => change().task('Plan the change', 'variables/outgoing/x', null),
    /other outputs than are made/,
  ],
  [
    'a command template without its variables',
    () =>
      change()
        .task('Save the configuration', 'variables/incoming/template', 'Interface Change Commands')
        .task('Save the configuration', 'variables/incoming/variables', {}),
    /does not give <!interface!>/,
  ],
  [
    'a child of itself',
    () =>
      new BrokenWorkflow('vlan-provisioning', 'VLAN Provisioning Device').task(
        'Take it back',
        'variables/incoming/workflow',
        'VLAN Provisioning Device',
      ),
    /child job of itself/,
  ],
];

describe.each([
  ['graphs', GRAPH_BREACHES],
  ['variables', VARIABLE_BREACHES],
  ['references', REFERENCE_BREACHES],
] as const)('the check of %s', (check, plants) => {
  it.each(plants)('finds %s', (_, plant, breach) => {
    expect(PACKAGE_CHECKS[check](plant().shipped)).toContainEqual(expect.stringMatching(breach));
  });
});
