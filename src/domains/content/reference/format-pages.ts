import {
  EDGE_STATES,
  EDGE_TYPES,
  END,
  START,
} from '../../../cores/workflow-graph/workflow-graph.js';
import { type FormatPage, oneOf } from './format-page.js';
import { TEMPLATE_PAGES } from './template-pages.js';

/** The formats that authors write, one page each. */
export const FORMAT_PAGES: readonly FormatPage[] = [
  {
    slug: 'workflows',
    title: 'Workflows',
    intro:
      'A workflow is a graph of tasks: what is done, and what follows on which end of it. A job runs it.',
    schemas: ['WorkflowDocument'],
    inner: [
      {
        title: 'More of the document',
        rows: [
          ['description', 'Shown in lists, and as the description of its jobs'],
          [
            'inputSchema',
            'JSON Schema of the variables that a job begins with; derived where it is absent',
          ],
          ['outputSchema', 'JSON Schema of what a job leaves; derived where it is absent'],
          ['groups', 'Ids of the groups that start and change it; empty for everybody'],
          ['sla', 'Milliseconds that a job may take before the event `jobSlaBreach` tells of it'],
          [
            'decorators',
            'Variables that are kept secret: `[{"type": "encryption", "pointer": "/variables/key"}]`',
          ],
        ],
      },
      {
        title: 'A task, by its id in `tasks`',
        rows: [
          [
            'name',
            'What it does: [the tasks](tasks.md). `workflow_start` and `workflow_end` are the ids and the names of the ends',
          ],
          ['app', 'The application of the task, or the type of the adapter'],
          ['location', '`Application` or `Adapter`'],
          ['type', '`manual` for a task that a person works; else `operation` or `automatic`'],
          [
            'actor',
            '`job`: it runs for whoever started the job; the id of a manual task: for whoever worked that one',
          ],
          ['summary', 'Its name for people'],
          [
            'variables.incoming',
            'Arguments: values, or `$var.job.<variable>` and `$var.<task>.<output>`',
          ],
          [
            'variables.outgoing',
            'Outputs: `$var.job.<variable>` that each goes into as well, or null',
          ],
          ['variables.error', '`$var.job.<variable>` that an error goes into'],
          ['variables.decorators', 'Arguments and outputs that are kept secret'],
          [
            'retrySettings',
            '`{"autoRetry": true, "state": ["error"], "limit": 3, "delay": 5000}`: runs it again by itself, after so many milliseconds',
          ],
          ['sla', 'Milliseconds before the event `taskSlaBreach` tells of it'],
          ['groups', 'Of a manual task: ids of the groups that may work it'],
          ['view', 'Of a manual task: what shows it'],
          ['nodeLocation', 'Where it is drawn: `{"x": 300, "y": 100}`'],
        ],
      },
      {
        title: 'A transition: `transitions[<from>][<to>]`',
        rows: [
          [
            'type',
            `${oneOf(EDGE_TYPES)}; \`revert\` goes back and does everything from there again`,
          ],
          [
            'state',
            `${oneOf(EDGE_STATES)}: the end of the task that it follows; \`loop\` leads into the body of a \`forEach\``,
          ],
        ],
      },
      {
        title: 'What must be there',
        rows: [
          [`tasks.${START}, tasks.${END}`, 'Both ends, each with a transition to or from a task'],
        ],
      },
    ],
    examples: ['createWorkflow'],
    more: 'Saving says what will not work as it is drawn ([the engine](../workflow-engine.md)); how jobs are started: [jobs](../jobs.md); whole workflows to copy: [recipes](../recipes.md).',
  },
  {
    slug: 'transformations',
    title: 'Transformations',
    intro: 'A transformation makes JSON of JSON by steps: methods, and assigns that connect them.',
    schemas: ['TransformationDocument'],
    inner: [
      {
        title: 'A step that calls a method',
        rows: [
          ['id', 'Its number, by which assigns name it'],
          ['type', '`method`, `template`, `declaration`, `functionCall`, `context` or `assign`'],
          ['library, method', 'The method: [all of them](../transformation-methods.md)'],
          ['args', 'Arguments that are fixed, by place; null for those that an assign brings'],
          ['template', 'Of `templateLiteral`: the text, with `${name}` for what assigns bring'],
        ],
      },
      {
        title: 'An assign',
        rows: [
          [
            'from.location, to.location',
            '`incoming`, `outgoing`, the type of a step, or `static` with a `value`',
          ],
          ['from.name, to.name', '`$id` of the schema, or id of the step'],
          [
            'from.ptr, to.ptr',
            'JSON pointer: `/return` is what a step puts out, `/args/0/value` its first argument',
          ],
        ],
      },
    ],
    examples: ['createTransformation', 'runTransformation'],
    more: 'Running, bounds and drafts: [content](../content.md#transformations).',
  },
  {
    slug: 'forms',
    title: 'Forms',
    intro: 'A form of the form builder: it is kept and exported for those who show it.',
    schemas: ['FormDocument'],
    inner: [],
    examples: ['createForm', 'preserveFormData'],
    more: 'What new workflows ask people by: [JSON forms](json-forms.md).',
  },
  {
    slug: 'json-forms',
    title: 'JSON forms',
    intro:
      'A JSON form asks people: manual tasks and manual triggers show it, and hold answers to it.',
    schemas: ['JsonFormDocument'],
    inner: [
      {
        title: 'An element of `struct.items`',
        rows: [
          ['nodeId', 'Names the element; stays the same when it is moved'],
          ['type', '`string`, `number`, `boolean`, `enum`, `array`, `object` …'],
          ['title', 'What people read'],
          ['customKey', 'The member of the answers'],
          ['required, default', 'As in the schema'],
        ],
      },
    ],
    examples: ['createJsonForm', 'validateJsonFormAnswers'],
    more: 'Bindings and answers that follow a changed form: [content](../content.md#forms); how a workflow asks by it: [ShowJsonForm](tasks/people.md#showjsonform).',
  },
  ...TEMPLATE_PAGES,
  {
    slug: 'automations',
    title: 'Automations',
    intro: 'An automation says what is started and who may; its triggers say when.',
    schemas: ['CreateAutomationRequest', 'GivenGbac', 'CreateTriggerRequest'],
    inner: [],
    examples: ['createAutomation', 'createTrigger', 'runEndpointTrigger'],
    more: 'Kinds of triggers, credentials of endpoints and schedules: [content](../content.md#automations-and-triggers).',
  },
  {
    slug: 'packages',
    title: 'Packages',
    intro:
      'A package (`artifact.json`) carries documents that belong together, with their version.',
    schemas: [
      'PackageDocument',
      'PackageMetadata',
      'PackageManifest',
      'PackageManifestArtifact',
      'PackageBundle',
    ],
    inner: [
      {
        title: 'More of `metadata`',
        rows: [
          [
            'platformDependencies',
            'Ranges of versions by the names of the packages and applications that it needs',
          ],
        ],
      },
    ],
    examples: ['importPrebuilt', 'buildArtifact'],
    more: 'Building, signing and publishing: [catalogue](../catalogue.md).',
  },
];
