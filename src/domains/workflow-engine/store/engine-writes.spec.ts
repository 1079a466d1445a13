import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINE_WRITES } from './engine-writes.js';

const ROOT = 'src/domains/workflow-engine';
const WRITE =
  /\.\s*(?:insertOne|insertMany|bulkWrite|bulkSave|updateOne|updateMany|replaceOne|deleteOne|deleteMany|findOneAnd\w+|findByIdAnd\w+|create|save|rename|drop)\(/g;
/** How far before a call its name stands at most. */
const NEAR = 250;
/** Tidying up, which a crash only puts off, and what only a stop in good order writes. */
const WALKED_BY_NO_KILL = [
  'plan-use',
  'plan-sweep',
  'value-sweep',
  'job-sweep',
  // Nothing of the walk is canceled: `job-durability.int-spec.ts` lets it fail.
  'family-cancel',
  'family-mend',
  'iterations-sweep',
  'iteration-release',
  'iteration-delivered',
  'manual-release',
  'manual-assign',
  'manual-overdue',
  'watchers',
];

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('spec.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const isDatabase = ({ text }: { text: string }): boolean => text.includes('InjectModel(');

/** Calls that write without a name, and those that do not hand the name on. */
function unnamedIn({ path, text }: { path: string; text: string }): readonly string[] {
  return [...text.matchAll(WRITE)].flatMap(({ 0: call, index }) => {
    const before = text.slice(Math.max(0, index - NEAR), index);
    const [, body = ''] = before.split(/writes\.run\(\s*(?:name|write|'[a-z-]+')\s*,/).slice(-2);
    const after = text.slice(index, index + 2 * NEAR);
    const isNamed = body.includes('(options)') && after.includes('options');
    return isNamed ? [] : [`${path}: ${call}`];
  });
}

describe('ENGINE_WRITES', () => {
  it('names every write to the database that the engine makes', () => {
    const files = sources.filter(isDatabase);
    expect(files.length).toBeGreaterThan(8);
    expect(files.flatMap(unnamedIn)).toEqual([]);
    const calls = files.flatMap(({ text }) => [...text.matchAll(WRITE)]);
    expect(calls.length).toBeGreaterThan(18);
  });

  it('knows every file that reaches the database: the time is only read', () => {
    const others = sources.filter((one) => !isDatabase(one));
    const reaches =
      /(?:connection|db|database)\.collection\(|\b(?:getConnectionToken|InjectConnection)\b/;
    expect(others.filter(({ text }) => reaches.test(text)).map(({ path }) => path)).toEqual([
      'workers/server-time.repository.ts',
    ]);
  });

  it('sees a write without a name', () => {
    const text = 'async x() { await this.collection.updateOne({ _id }, { $set: {} }); }';
    expect(unnamedIn({ path: 'a.ts', text })).toEqual(['a.ts: .updateOne(']);
    const unused = `this.writes.run('watchers', (options) => this.jobs.updateOne({ _id }, {}))`;
    expect(unnamedIn({ path: 'a.ts', text: unused })).toEqual(['a.ts: .updateOne(']);
  });

  it('has no name that nothing bears', () => {
    const text = sources
      .filter(({ path }) => !path.endsWith('engine-writes.ts'))
      .map((one) => one.text)
      .join('\n');
    expect(ENGINE_WRITES.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
  });

  it('is walked by kills, but for what only tidies up or is one write of nothing else', () => {
    const walk = readFileSync('scripts/engine-kill-walk.mjs', 'utf8');
    const left = ENGINE_WRITES.filter((name) => !walk.includes(`'${name}'`));
    expect(left).toEqual(ENGINE_WRITES.filter((name) => WALKED_BY_NO_KILL.includes(name)));
  });
});
