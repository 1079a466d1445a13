import { type JsonValue } from '../../src/kernel/json.js';
import { type Random } from './random.js';

type Kind = 'id' | 'name';

/** Members of answers by which later calls name the same thing. */
const KINDS: Readonly<Record<string, Kind>> = {
  _id: 'id',
  id: 'id',
  jobId: 'id',
  operationId: 'id',
  revision: 'id',
  name: 'name',
  username: 'name',
  routeName: 'name',
  model: 'name',
  source: 'name',
  topic: 'name',
};
const NAMED_BY: readonly string[] = ['name', 'routeName', 'adapterId', 'source', 'topic'];

/** Where what a member of an input names is made; elsewhere it is the area of the operation. */
const AREA_OF_KEY: Readonly<Record<string, string>> = {
  workflow: 'automation-studio',
  componentName: 'automation-studio',
  devices: 'configuration_manager',
  adapterId: 'adapters',
  adapter: 'adapters',
  groups: 'authorization',
  memberOf: 'authorization',
  assignedRoles: 'authorization',
  read: 'authorization',
  write: 'authorization',
  formId: 'json-forms',
  model: 'integration-models',
};

const MOST_PER_POOL = 100;
const DEEPEST = 5;
const WIDEST = 15;

/** Ids and names that answers told of: later calls name what is there, and reach it in every state. */
export class KnownValues {
  private readonly pools = new Map<string, string[]>();
  private readonly spared = new Set<string>();

  /** What no call may name: the account that keeps the run going. */
  spare(...values: readonly string[]): void {
    for (const value of values) this.spared.add(value);
  }

  /** Keeps what an answer told of. */
  learn(path: string, answer: JsonValue): void {
    this.walk(areaOf(path), answer, 0);
  }

  /** Something that is there, for a parameter of a path. */
  forParameter(path: string, name: string, random: Random): string | undefined {
    const kind = NAMED_BY.includes(name) ? 'name' : 'id';
    const own = this.pool(areaOf(path), random.chance(0.85) ? kind : otherThan(kind));
    return this.one(own, random);
  }

  /** Something that is there, for a member of a body. */
  forKey(path: string, key: string, random: Random): string | undefined {
    const area = AREA_OF_KEY[key] ?? areaOf(path);
    const kind = random.chance(/ids?$/i.test(key) ? 0.9 : 0.4) ? 'id' : 'name';
    return this.one(this.pool(area, kind), random);
  }

  private one(pool: readonly string[], random: Random): string | undefined {
    if (pool.length === 0) return undefined;
    // What came last is in more interesting states than what has been there since the start.
    const latest = pool.slice(-10);
    return random.pick(random.chance(0.6) ? latest : pool);
  }

  private pool(area: string, kind: Kind): string[] {
    const key = `${area} ${kind}`;
    const present = this.pools.get(key) ?? [];
    this.pools.set(key, present);
    return present;
  }

  private walk(area: string, value: JsonValue, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    for (const [key, below] of Object.entries(value).slice(0, WIDEST)) {
      const kind = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined;
      if (kind && isNaming(below)) this.keep(area, kind, String(below));
      else this.walk(area, below, depth + 1);
    }
  }

  private keep(area: string, kind: Kind, value: string): void {
    if (value.length > 200 || this.spared.has(value)) return;
    const pool = this.pool(area, kind);
    const at = pool.indexOf(value);
    if (at >= 0) pool.splice(at, 1);
    pool.push(value);
    if (pool.length > MOST_PER_POOL) pool.shift();
  }
}

/** Old and new paths of the same things. */
const SAME_AREA: Readonly<Record<string, string>> = {
  'user-management': 'authorization',
  workflow_engine: 'operations-manager',
  workflow_builder: 'automation-studio',
  'prebuilts-repository': 'admin',
  prebuilts: 'admin',
};

function areaOf(path: string): string {
  const [, first = '', second = ''] = path.split(/[/?]/);
  if (second === 'webhooks') return second;
  return SAME_AREA[first] ?? first;
}

function isNaming(value: JsonValue): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function otherThan(kind: Kind): Kind {
  return kind === 'id' ? 'name' : 'id';
}
