/**
 * The most expensive things that roles may ask for: each a role, what it asks for, and how the platform is
 * prepared for it. Bodies are as large as their operations take.
 */
import { sized } from './report.mjs';

const MIB = sized(1024 * 1024, 16 * 1024);
/** A little below what a body may hold, so that what is around the values fits too. */
const VALUES_MAX = 195_000;

/** What one of many values counts for: as the reader of bodies does, each bracket that opens and each comma. */
const valuesOf = (value) => 1 + (JSON.stringify(value).match(/[[{,]/g)?.length ?? 0);

const filled = (bytes, item, wrap) => {
  const one = JSON.stringify(item);
  const length = Math.min(bytes / (one.length + 1), VALUES_MAX / valuesOf(item));
  return wrap(Array.from({ length: Math.floor(length) }, () => one).join(','));
};
const keyed = (bytes, make, valuesMax = VALUES_MAX) => {
  const members = [];
  const fits = valuesMax / valuesOf(JSON.parse(`{${make(0)}}`));
  for (let length = 0, at = 0; length < bytes && at < fits; at += 1) {
    const member = make(at);
    members.push(member);
    length += member.length + 1;
  }
  return members.join(',');
};

/** Values of which a text holds as many as possible. */
const small = (bytes) => filled(bytes, { a: {} }, (items) => `[${items}]`);
const records = (bytes) =>
  filled(bytes, { id: 'a1b2c3', name: 'port 1', up: true, vlans: [1, 2] }, (items) => `[${items}]`);
/** Fewer and longer: 5,000 instances are the most that one request may bring. */
const instances = (bytes) =>
  filled(bytes, { id: 'a1b2c3', notes: 'x'.repeat(2300) }, (items) => `[${items}]`);

const openApi = (bytes) => {
  const path = (at) =>
    at < 4000
      ? `"/p${at}/{id}":{"get":{"operationId":"o${at}","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"ok"}}}}`
      : `"x-${at}":{"description":"${'x'.repeat(300)}"}`;
  const schema = (at) =>
    `"S${at}":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}`;
  const paths = keyed(bytes / 2, path, VALUES_MAX / 2);
  const schemas = keyed(bytes / 2, schema, VALUES_MAX / 2);
  return `{"openapi":"3.0.3","info":{"title":"Large","version":"1.0.0"},"paths":{${paths}},"components":{"schemas":{${schemas}}}}`;
};

const configuration = (bytes, seed) => {
  const lines = [];
  for (let length = 0, at = 0; length < bytes; at += 1) {
    const line =
      at % 3 === 0 ? `interface Ethernet${at}` : ` description line ${(at * 7919 * seed) % 50_000}`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
};

const task = { name: 'workflow_start', groups: [], x: 0, y: 0.5 };
const workflow = (bytes) => {
  const tasks = keyed(
    bytes,
    (at) =>
      `"${at.toString(16)}":{"name":"stringConcat","canvasName":"stringConcat","app":"WorkFlowEngine","location":"Application","type":"automatic","groups":[],"actor":"job","variables":{"incoming":{"str":"$var.job.a","stringN":["x"]},"outgoing":{"combinedStrings":"$var.job.b"},"error":""}}`,
  );
  return `{"name":"Large","type":"automation","canvasVersion":3,"groups":[],"tasks":{"workflow_start":${JSON.stringify(task)},"workflow_end":{"name":"workflow_end","groups":[],"x":1,"y":0.5},${tasks}},"transitions":{"workflow_start":{},"workflow_end":{}}}`;
};

const post = (path, body) => ({ method: 'POST', path, body });

/** Faulty at their ends: it takes all of a text to tell. Stored with warnings, so that they can be replaced. */
const TEMPLATES = {
  jinja2: (bytes) => `${'{{ a }}\n'.repeat(bytes / 8 - 1)}{{`,
  textfsm: (bytes) =>
    `Value A (\\S+)\n\nStart\n${'  ^a${A}\n'.repeat(bytes / 10)}  ^b -> Nowhere\n`,
};

/** Outputs of a command that a pattern is looked for in, to the end of each. */
const output = (bytes) => ({
  command: 'show run',
  evaluated: 'show run',
  raw: 'show run',
  response: configuration(bytes, 1),
});
const PATTERN = '(?:interface|description) +(?:[A-Z][a-z]+)?[0-9]{1,9} +absent';

const TEXT_TEMPLATES = '/automation-studio/templates';

/** Templates and a workflow that the requests name. @returns ids of the templates of texts, by their types. */
async function makeDocuments(call) {
  const pair = {
    preRawCommand: 'show run',
    postRawCommand: 'show run',
    rules: [{ type: 'regex', preRegex: PATTERN, postRegex: PATTERN, evaluation: '=' }],
  };
  await call('POST', '/mop/createAnalyticTemplate', {
    template: { name: 'bench', passRule: true, prepostCommands: [pair] },
  });
  const rules = [{ rule: PATTERN, eval: 'RegEx' }];
  const commands = [{ command: 'show run', passRule: true, rules }];
  await call('POST', '/mop/createTemplate', { mop: { name: 'bench', passRule: true, commands } });
  const small = JSON.parse(workflow(1));
  const [id] = Object.keys(small.tasks).filter((key) => !key.startsWith('workflow_'));
  const to = (target) => ({ [target]: { state: 'success', type: 'standard' } });
  small.transitions = { workflow_start: to(id), [id]: to('workflow_end'), workflow_end: {} };
  await call('POST', '/automation-studio/automations', {
    automation: { ...small, name: 'bench' },
  });
  const ids = Object.keys(TEMPLATES).map(async (type) => {
    const template = { name: `bench ${type}`, type, template: '' };
    const { created } = await call('POST', TEXT_TEMPLATES, { template });
    return [type, created._id];
  });
  return Object.fromEntries(await Promise.all(ids));
}

/** @param call makes a request as the administrator: what the requests need is made by it. */
export async function expensiveRequests(call) {
  const backups = await Promise.all(
    [1, 3].map(async (seed) => {
      const config = configuration(7.5 * MIB, seed);
      const item = { name: `bench-${seed}`, type: 'cisco_ios', rawConfig: config };
      const answer = await call('POST', '/configuration_manager/backups/import', {
        backups: [item],
      });
      return answer.results[0].id;
    }),
  );
  const templates = await makeDocuments(call);
  const update = (type, bytes) => ({
    method: 'PUT',
    path: `${TEXT_TEMPLATES}/${templates[type]}`,
    body: JSON.stringify({ update: { template: TEMPLATES[type](bytes) } }),
  });
  const answers = small(15 * MIB);
  const half = JSON.stringify({ commands_results: [output(7 * MIB)] });
  const model = openApi(7.5 * MIB);
  const diff = `/configuration_manager/backups/${backups[0]}/diff/${backups[1]}`;
  return [
    { role: null, title: 'whoami, 16 MiB', ...post('/whoami', `{"a":${answers}}`), method: 'GET' },
    {
      role: null,
      title: 'install, 16 MiB',
      ...post('/admin/artifacts', `{"artifact":{"a":${answers}}}`),
    },
    {
      role: 'admin',
      title: 'validate model, 8 MB',
      ...post('/integration-models/validation', `{"model":${model}}`),
    },
    {
      role: 'admin',
      title: 'validate model text, 8 MB',
      ...post('/integration-models/validation', `{"model":${JSON.stringify(model)}}`),
    },
    { role: 'apiread', title: 'diff, 2 x 8 MB', method: 'GET', path: diff },
    {
      role: 'apiread',
      title: 'diff side by side',
      method: 'GET',
      path: `${diff}?format=sideBySide`,
    },
    {
      role: 'apiwrite',
      title: 'validate workflow',
      ...post('/automation-studio/workflows/validate', `{"workflow":${workflow(11 * MIB)}}`),
    },
    {
      role: 'apiwrite',
      title: 'create workflow',
      ...post('/automation-studio/automations', `{"automation":${workflow(9 * MIB)}}`),
    },
    {
      role: 'apiwrite',
      title: 'create transformation',
      ...post(
        '/transformations',
        `{"create":{"name":"T","incoming":[],"outgoing":[],"steps":${records(11 * MIB)},"functions":[],"comments":[],"view":{"row":1,"col":1}}}`,
      ),
    },
    { role: 'apiwrite', title: 'save Jinja template, 2 MiB', ...update('jinja2', 2 * MIB) },
    { role: 'apiwrite', title: 'save TextFSM template, 1 MiB', ...update('textfsm', MIB) },
    {
      role: 'apiwrite',
      title: 'import content',
      ...post('/content/import', `{"documents":[{"a":${records(15 * MIB)}}]}`),
    },
    {
      role: 'apiwrite',
      title: 'import packages',
      ...post(
        '/admin/artifacts',
        `{"artifact":{"metadata":{"name":"@a/b","version":"1.0.0"},"manifest":{},"bundles":[{"type":"workflow","data":{"a":${small(10 * MIB)}}}]}}`,
      ),
    },
    {
      role: 'operator',
      title: 'preserve form data',
      ...post('/formbuilder/preserveFormData', `{"form_name":"absent","data":{"a":${answers}}}`),
    },
    {
      role: 'engineering',
      title: 'start job',
      ...post(
        '/operations-manager/jobs/start',
        `{"workflow":"bench","options":{"variables":{"a":${answers}}}}`,
      ),
    },
    {
      role: 'support',
      title: 'save instances',
      ...post(
        '/service_management/saveInstances',
        `{"instance":{"/a:b/c":${instances(11 * MIB)}},"options":{}}`,
      ),
    },
    {
      role: 'support',
      title: 'evaluate template',
      ...post(
        '/mop/evaluateTemplate',
        `{"template":"bench","results":[${filled(15 * MIB, { command: 'show version', response: 'up 1 day' }, (items) => items)}]}`,
      ),
    },
    {
      role: 'support',
      title: 'search in output, 15 MB',
      ...post(
        '/mop/evaluateTemplate',
        JSON.stringify({ template: 'bench', results: [output(15 * MIB)] }),
      ),
    },
    {
      role: 'support',
      title: 'run analytic template',
      ...post(
        '/mop/runAnalyticsTemplateDevices',
        `{"analytic_template_name":"bench","variables":{},"pre":{"pre":${half}},"post":{"post":${half}}}`,
      ),
    },
    {
      role: 'admin',
      title: 'create profile',
      ...post('/profiles', `{"properties":{"id":"large","a":${records(11 * MIB)}}}`),
    },
    {
      role: 'admin',
      title: 'call orchestrator',
      ...post(
        '/orchestrator_manager/restAction/absent',
        `{"params":{"path":"/restconf/data"},"body":{"a":${answers}}}`,
      ),
    },
  ];
}
