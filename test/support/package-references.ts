import { createHash } from 'node:crypto';
import { type JsonObject, type JsonValue } from '../../src/kernel/json.js';
import { listOf, objectOf, textOf } from '../../src/kernel/json-reading.js';
import { isSameSet, textsIn } from './json-view.js';
import { documentsOf, type ShippedPackage } from './shipped-package.js';
import { readWorkflow } from '../../src/cores/workflow-graph/read-workflow.js';
import {
  type WorkflowGraph,
  type WorkflowTask,
} from '../../src/cores/workflow-graph/workflow-graph.js';
import { workTasks } from './workflow-variables.js';

/** The member of a task that names a document, and the type of that document. */
const TASK_REFERENCES: readonly (readonly [task: string, member: string, type: string])[] = [
  ['childJob', 'workflow', 'workflow'],
  ['childJob', 'transformation', 'transformation'],
  ['transformation', 'tr_id', 'transformation'],
  ['ShowJsonForm', 'form_id', 'json-forms'],
  ['RunCommandTemplate', 'template', 'mop-template'],
  ['runAnalyticsTemplate', 'analytic_template_name', 'mop-analytic-template'],
];
const REFERENCE = /^\$var\.([^.]+)\.(.+)$/;
const PLACEHOLDER = /<!(\w+)!>/g;

/**
 * Every reference out of a document of a package that leads nowhere inside it, or to something of
 * another shape: a child workflow with other inputs, a transformation with other variables.
 */
export function referenceBreaches(shipped: ShippedPackage): readonly string[] {
  const workflows = documentsOf(shipped, 'workflow').map(readWorkflow);
  return [
    ...workflows.flatMap((workflow) =>
      workTasks(workflow).flatMap((task) =>
        taskBreaches(shipped, workflow, task).map((text) => `${workflow.name}: ${task.id} ${text}`),
      ),
    ),
    ...ancestryBreaches(workflows),
    ...documentsOf(shipped, 'automation').flatMap((document) =>
      automationBreaches(shipped, document).map((text) => `${textOf(document['name'])}: ${text}`),
    ),
  ];
}

function find(
  shipped: ShippedPackage,
  type: string,
  name: JsonValue | undefined,
): JsonObject | undefined {
  return documentsOf(shipped, type).find((document) =>
    [document['name'], document['_id'], document['id']].includes(name ?? null),
  );
}

function taskBreaches(
  shipped: ShippedPackage,
  workflow: WorkflowGraph,
  task: WorkflowTask,
): readonly string[] {
  const missing = TASK_REFERENCES.filter(([name, member]) => {
    // An empty transformation is none: it is the one reference that may be left out.
    return name === task.name && !(member === 'transformation' && task.incoming[member] === '');
  }).filter(([, member, type]) => !find(shipped, type, task.incoming[member]));
  if (missing.length > 0) {
    return missing.map(([, member, type]) => `names no ${type} of the package in ${member}`);
  }
  if (task.name === 'childJob') return childBreaches(shipped, task);
  if (task.name === 'transformation') return transformationBreaches(shipped, task);
  if (task.name === 'RunCommandTemplate') return templateBreaches(shipped, workflow, task);
  return [];
}

function childBreaches(shipped: ShippedPackage, { incoming }: WorkflowTask): readonly string[] {
  const child = objectOf(find(shipped, 'workflow', incoming['workflow'])?.['inputSchema']);
  const inputs = Object.keys(objectOf(child['properties']));
  const given = Object.keys(objectOf(incoming['variables']));
  const isLoop = incoming['loopType'] !== '';
  const made = outgoingOf(find(shipped, 'transformation', incoming['transformation']));
  const isOpen = isLoop && made.length === 0; // The elements give the rest, whatever they hold.
  return [
    ...[...given, ...made]
      .filter((name) => !inputs.includes(name))
      .map((name) => `gives ${name}, which the child workflow does not take`),
    ...listOf(child['required'])
      .map(textOf)
      .filter((name) => !isOpen && ![...given, ...made].includes(name))
      .map((name) => `does not give ${name}, which the child workflow needs`),
    ...(isLoop === (incoming['data_array'] !== '')
      ? []
      : ['has a loop without data, or data without a loop']),
  ];
}

function transformationBreaches(shipped: ShippedPackage, task: WorkflowTask): readonly string[] {
  const document = find(shipped, 'transformation', task.incoming['tr_id']);
  const given = Object.keys(objectOf(task.incoming['variableMap']));
  const taken = Object.keys(task.outgoing);
  return [
    ...(isSameSet(given, idsOf(document?.['incoming']))
      ? []
      : ['gives other variables than are taken']),
    ...(isSameSet(taken, outgoingOf(document)) ? [] : ['takes other outputs than are made']),
  ];
}

/** Where the variables of a command template are built by a transformation, its schema names them. */
function templateBreaches(
  shipped: ShippedPackage,
  workflow: WorkflowGraph,
  { incoming }: WorkflowTask,
): readonly string[] {
  const template = find(shipped, 'mop-template', incoming['template']) ?? {};
  const known = builtVariables(shipped, workflow, textOf(incoming['variables']));
  const used = [...textsIn(template)].flatMap(({ text }) =>
    [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''),
  );
  return [...new Set(used)]
    .filter((name) => known && !known.includes(name))
    .map((name) => `does not give <!${name}!> to the command template`);
}

/** The variables that a reference brings; undefined where only a running job could tell. */
function builtVariables(
  shipped: ShippedPackage,
  workflow: WorkflowGraph,
  reference: string,
): readonly string[] | undefined {
  const match = REFERENCE.exec(reference);
  if (!match) return [];
  const [, source = '', name = ''] = match;
  if (source === 'job') return propertiesOf(objectOf(workflow.inputSchema['properties'])[name]);
  const task = workflow.tasks.get(source);
  if (task?.name !== 'transformation') return undefined;
  const made = listOf(find(shipped, 'transformation', task.incoming['tr_id'])?.['outgoing']);
  return propertiesOf(made.find((schema) => objectOf(schema)['$id'] === name));
}

function ancestryBreaches(workflows: readonly WorkflowGraph[]): readonly string[] {
  const childrenOf = (name: string): readonly string[] => {
    const caller = workflows.find((workflow) => workflow.name === name);
    const tasks = caller ? workTasks(caller).filter((task) => task.name === 'childJob') : [];
    return tasks.map((task) => textOf(task.incoming['workflow']));
  };
  const isItsOwnAncestor = (name: string): boolean => {
    const seen = new Set<string>();
    const open = [...childrenOf(name)];
    for (let child = open.pop(); child !== undefined; child = open.pop()) {
      if (child === name) return true;
      if (!seen.has(child)) open.push(...childrenOf(child));
      seen.add(child);
    }
    return false;
  };
  return workflows
    .filter(({ name }) => isItsOwnAncestor(name))
    .map(({ name }) => `${name}: is a child job of itself`);
}

function automationBreaches(shipped: ShippedPackage, automation: JsonObject): readonly string[] {
  const workflow = find(shipped, 'workflow', automation['componentName']);
  if (!workflow) return ['names no workflow of the package in componentName'];
  return listOf(automation['triggers']).flatMap((entry) => {
    const trigger = objectOf(entry);
    const own =
      trigger['actionId'] === automation['_id'] ? [] : ['a trigger starts something else'];
    return [...own, ...triggerBreaches(shipped, trigger, objectOf(workflow['inputSchema']))];
  });
}

function triggerBreaches(
  shipped: ShippedPackage,
  trigger: JsonObject,
  inputs: JsonObject,
): readonly string[] {
  if (trigger['type'] === 'manual') {
    const form = find(shipped, 'json-forms', trigger['formId']);
    if (!form) return ['names no form of the package in formId'];
    const hash = createHash('sha256').update(JSON.stringify(form['schema'])).digest('hex');
    const isCurrent = trigger['formSchemaHash'] === hash;
    return [
      ...(isCurrent ? [] : ['formSchemaHash is not the hash of the schema of the form']),
      ...answerBreaches(objectOf(form['schema']), inputs),
    ];
  }
  const { jst } = trigger;
  if (jst !== null && !find(shipped, 'transformation', jst)) {
    return ['names no transformation of the package in jst'];
  }
  return jst === null ? answerBreaches(objectOf(trigger['schema']), inputs) : [];
}

/** What a trigger delivers must be what the workflow takes. */
function answerBreaches(schema: JsonObject, inputs: JsonObject): readonly string[] {
  const delivered = propertiesOf(schema);
  const sure = listOf(schema['required']).map(textOf);
  return [
    ...delivered
      .filter((name) => !propertiesOf(inputs).includes(name))
      .map((name) => `a trigger delivers ${name}, which the workflow does not take`),
    ...listOf(inputs['required'])
      .map(textOf)
      .filter((name) => !sure.includes(name))
      .map((name) => `a trigger does not deliver ${name}, which the workflow needs`),
  ];
}

function propertiesOf(schema: JsonValue | undefined): readonly string[] {
  return Object.keys(objectOf(objectOf(schema)['properties']));
}

function outgoingOf(document: JsonObject | undefined): readonly string[] {
  return idsOf(document?.['outgoing']);
}

function idsOf(schemas: JsonValue | undefined): readonly string[] {
  return listOf(schemas).map((schema) => textOf(objectOf(schema)['$id']));
}
