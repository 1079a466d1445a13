import { built } from './support/built.mjs';
import { shuffled } from './support/measure.mjs';
import { cpuMs, median, row, sized } from './support/report.mjs';

const ROUNDS = sized(25, 1);
const AIM = 15;
const { compileTransformation } = await built('cores/transformations/compile-transformation.js');
const { runTransformation } = await built('cores/transformations/run-transformation.js');

const end = (text) => {
  const [location, place] = text.split(' ');
  const [name, ...rest] = place.split('/');
  return {
    location,
    name: /^\d+$/.test(name) ? Number(name) : name,
    ptr: rest.length > 0 ? `/${rest.join('/')}` : '',
  };
};
const edge = (from, to) => ({ type: 'assign', from: end(from), to: end(to) });
const method = (id, name, args) => {
  const [library, called] = name.split('.');
  return { id, type: 'method', library, method: called, args };
};
const fn = (name, given, constants, steps) => ({
  name,
  incoming: [
    ...given.map(($id) => ({ $id })),
    ...constants.map(($id) => ({ $id, isConstValue: true })),
  ],
  outgoing: [{ $id: 'result' }],
  steps,
  functions: [],
});

/** Devices as lines of text, of those whose state is the wanted one. */
const report = {
  incoming: [{ $id: 'devices' }, { $id: 'state' }],
  outgoing: [{ $id: 'text' }, { $id: 'count' }],
  steps: [
    method(1, 'Array.filter', [null, 'hasState', null]),
    method(2, 'Array.map', [null, 'toLine']),
    method(3, 'Array.join', [null, '\n']),
    method(4, 'Array.length', [null]),
    edge('incoming devices', 'method 1/args/0/value'),
    edge('incoming state', 'method 1/args/2/value'),
    edge('method 1/return', 'method 2/args/0/value'),
    edge('method 2/return', 'method 3/args/0/value'),
    edge('method 1/return', 'method 4/args/0/value'),
    edge('method 3/return', 'outgoing text'),
    edge('method 4/return', 'outgoing count'),
  ],
  functions: [
    fn(
      'hasState',
      ['item', 'index', 'array'],
      ['state'],
      [
        method(1, 'Equality.equality', [null, null]),
        edge('incoming item/state', 'method 1/args/0/value'),
        edge('incoming state', 'method 1/args/1/value'),
        edge('method 1/return', 'outgoing result'),
      ],
    ),
    fn(
      'toLine',
      ['item', 'index'],
      [],
      [
        { id: 1, type: 'template', template: '${number}: ${name} is ${state}', args: [] },
        method(2, 'Math.add', [null, 1]),
        edge('incoming index', 'method 2/args/0/value'),
        edge('method 2/return', 'template 1/args/0/value'),
        edge('incoming item/name', 'template 1/args/1/value'),
        edge('incoming item/state', 'template 1/args/2/value'),
        edge('template 1/return', 'outgoing result'),
      ],
    ),
  ],
};
const reportByHand = ({ devices, state }) => {
  const wanted = devices.filter((device) => device.state === state);
  const lines = wanted.map(({ name, state: shown }, at) => `${at + 1}: ${name} is ${shown}`);
  return { text: lines.join('\n'), count: wanted.length };
};

/** Fields of a form put into other places. */
const fields = {
  incoming: [{ $id: 'form' }],
  outgoing: [{ $id: 'payload' }, { $id: 'title' }],
  steps: [
    ...['name', 'site', 'role', 'owner'].map((key) =>
      edge(`incoming form/${key}`, `outgoing payload/device/${key}`),
    ),
    { id: 1, type: 'template', template: '${name} of ${owner}', args: [] },
    edge('incoming form/name', 'template 1/args/0/value'),
    edge('incoming form/owner', 'template 1/args/1/value'),
    edge('template 1/return', 'outgoing title'),
  ],
  functions: [],
};
const fieldsByHand = ({ form: { name, site, role, owner } }) => ({
  payload: { device: { name, site, role, owner } },
  title: `${name} of ${owner}`,
});

/** Maps in maps in maps, as many as there is fuel for. */
const endless = {
  incoming: [{ $id: 'list' }],
  outgoing: [{ $id: 'x' }],
  steps: [
    method(1, 'Array.map', [null, 'one', null]),
    edge('incoming list', 'method 1/args/0/value'),
    edge('incoming list', 'method 1/args/2/value'),
  ],
  functions: ['one', 'two', 'three', 'four'].map((name, at, names) =>
    fn(
      name,
      ['item'],
      ['list'],
      [
        method(1, 'Array.map', [null, names[at + 1] ?? 'last', null]),
        edge('incoming list', 'method 1/args/0/value'),
        edge('incoming list', 'method 1/args/2/value'),
      ],
    ),
  ),
};
endless.functions.push(fn('last', ['item'], [], []));

function compiled(document) {
  const result = compileTransformation(document);
  if (result.kind !== 'compiled') throw new Error(JSON.stringify(result.problems));
  return result.transformation;
}

/** CPU time of the median round of each subject, in shuffled rounds. */
function timesOf(subjects, calls) {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of shuffled(Object.keys(subjects))) {
      const begun = cpuMs();
      for (let call = 0; call < calls; call += 1) subjects[name]();
      times[name].push(cpuMs() - begun);
    }
  }
  return (name) => median(times[name]) / calls;
}

function compare(title, document, byHand, incoming, calls) {
  const transformation = compiled(document);
  const run = (given) => runTransformation(given, incoming, {}, { now: 0 });
  const answered = JSON.stringify(run(transformation).outgoing);
  if (answered !== JSON.stringify(byHand(incoming))) throw new Error(`${title}: ${answered}`);
  const time = timesOf(
    {
      // What leaves a function of the platform is a copy on either side.
      'by hand': () => JSON.parse(JSON.stringify(byHand(incoming))),
      compiled: () => run(transformation),
      'compiled each time': () => run(compiled(document)),
    },
    calls,
  );
  for (const name of ['compiled', 'compiled each time']) {
    const [measured, baseline] = [time(name) * 1000, time('by hand') * 1000];
    const aim = name === 'compiled' ? AIM : undefined;
    row(`${title}, ${name}, to the same by hand`, { measured, baseline, unit: 'us', aim });
  }
}

/** Transformations against the same written by hand, and how long a run takes that never ends by itself. */
export async function run() {
  const devices = Array.from({ length: 1000 }, (_, at) => ({
    name: `device-${at}`,
    state: at % 3 === 0 ? 'up' : 'down',
  }));
  const form = { name: 'sw-1', site: 'zrh', role: 'edge', owner: 'ada', more: { a: [1, 2, 3] } };
  compare('fields of a form', fields, fieldsByHand, { form }, 2000);
  compare('1,000 devices', report, reportByHand, { devices, state: 'down' }, 20);
  const list = Array.from({ length: 200 }, (_, at) => at);
  const time = timesOf(
    { 'all of its fuel': () => runTransformation(compiled(endless), { list }, {}, { now: 0 }) },
    1,
  );
  row('a run that uses all of its fuel', { measured: time('all of its fuel') });
}
