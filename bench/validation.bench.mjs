import 'reflect-metadata';
import { Ajv } from 'ajv';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { built } from './support/built.mjs';
import { cpuMs, median, row, sized } from './support/report.mjs';

const ROUNDS = sized(15, 1);
const CALLS = sized(20_000, 100);

const { Text, Whole, Flag, OneOf, ListLimit } = await built('api/fields/values.js');
const { Nested, ListOf, MapOf, FreeObject } = await built('api/fields/structures.js');
const { compiledShape } = await built('api/validation/compiled-shape.js');
const { validateShape } = await built('api/validation/validate-shape.js');
const { decodeQueryObject } = await built('api/query/query-object.js');
const { parseQueryText } = await built('api/query/query-text.js');
const { inlineSchema } = await built('api/shapes/shape-schema.js');

/** What a TypeScript class with decorators is after compilation. */
const dto = (name, fields) => {
  const type = { [name]: class {} }[name];
  for (const [key, decorate] of Object.entries(fields)) decorate(type.prototype, key);
  return type;
};

const Rule = dto('BenchRule', {
  type: OneOf(['contains', 'regex']),
  preRegex: Text({ max: 1000 }),
  postRegex: Text({ max: 1000 }),
  evaluation: Text({ max: 100 }),
});
const Command = dto('BenchCommand', {
  preRawCommand: Text({ min: 1, max: 1000 }),
  postRawCommand: Text({ min: 1, max: 1000 }),
  passRule: Flag(),
  rules: ListOf(() => Rule, { maxItems: 100 }),
});
const Template = dto('BenchTemplate', {
  name: Text({ min: 1, max: 128, pattern: /^[^/]+$/ }),
  os: Text(),
  passRule: Flag({ optional: true }),
  prepostCommands: ListOf(() => Command),
  limit: Whole({ min: 1, max: 10, optional: true }),
  labels: MapOf('text', { optional: true }),
  variables: FreeObject({ optional: true }),
});
const Equals = dto('BenchEquals', { name: Text({ optional: true }) });
const Options = dto('BenchOptions', {
  limit: ListLimit({ min: 0, optional: true }),
  skip: Whole({ min: 0, optional: true }),
  order: OneOf([1, -1], { optional: true }),
  equals: Nested(() => Equals, { optional: true }),
});

const rule = { type: 'regex', preRegex: 'up (\\d+)', postRegex: 'up (\\d+)', evaluation: '=' };
const command = {
  preRawCommand: 'show interface status',
  postRawCommand: 'show interface status',
  passRule: true,
  rules: [rule, rule, rule],
};
const body = {
  name: 'interface status before and after',
  os: 'ios-xr',
  prepostCommands: [command, command, command],
  limit: 5,
  labels: { site: 'zrh', role: 'edge' },
  variables: { device: 'r1', attempts: [1, 2, 3] },
};
const wrong = { ...body, prepostCommands: [command, { ...command, passRule: 1 }], zap: 1 };
const QUERY = 'queryOptions%5Blimit%5D=25&queryOptions[skip]=50&queryOptions[equals][name]=acme';
const FORM = { wrapper: 'queryOptions', unknownKeys: 'refused' };

const ajv = new Ajv({ strict: false, coerceTypes: false });
const accepts = ajv.compile(inlineSchema(Template));
const acceptsOptions = new Ajv({ strict: false, coerceTypes: true }).compile(inlineSchema(Options));
const byClassValidator = (type, value) =>
  validateSync(plainToInstance(type, value), { whitelist: true, forbidNonWhitelisted: true });
const bySearchParams = () => {
  const options = {};
  for (const [key, value] of new URLSearchParams(QUERY)) {
    const [, name, below] = key.replaceAll(']', '').split('[');
    options[name] = below === undefined ? value : { [below]: value };
  }
  return acceptsOptions(options);
};

/** Groups of ways to the same answer; the first of each is what the others are compared to. */
const GROUPS = {
  'valid body': {
    ajv: () => accepts(body),
    compiled: () => compiledShape(Template).read(body),
    'class-validator': () => byClassValidator(Template, body),
  },
  'refused body': {
    ajv: () => accepts(wrong),
    house: () => validateShape(Template, wrong),
    'class-validator': () => byClassValidator(Template, wrong),
  },
  'query object': {
    'URLSearchParams + ajv': bySearchParams,
    house: () =>
      validateShape(
        Options,
        decodeQueryObject(Options, FORM, { query: parseQueryText(QUERY) }).value,
      ),
  },
};

function microseconds(call, calls) {
  const begun = cpuMs();
  for (let done = 0; done < calls; done++) call();
  return ((cpuMs() - begun) * 1000) / calls;
}

/** What validation costs, each way in one run. */
export async function run() {
  for (const [title, ways] of Object.entries(GROUPS)) {
    const names = Object.keys(ways);
    const took = Object.fromEntries(names.map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of names) {
        const calls = name === 'class-validator' || title === 'refused body' ? CALLS / 20 : CALLS;
        took[name].push(microseconds(ways[name], calls));
      }
    }
    const [first, ...others] = names;
    for (const name of others) {
      const [measured, baseline] = [median(took[name]), median(took[first])];
      row(`${title}: ${name}, to ${first}`, { measured, baseline, unit: 'us' });
    }
  }
}
