import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { KNOWN_TASKS } from '../../content/workflows/graph/known-tasks.js';
import { WAITING_TASKS } from '../engine/plan.js';
import { PURE_TASK_NAMES, pureTaskOf, TASK_TABLES } from './pure-tasks.js';

/** What workers run; each executor is asked for these in its own tests. */
const DISPATCHED: Readonly<Record<string, readonly string[]>> = {
  WorkFlowEngine: ['excelToJson', 'restCall'],
  MOP: [
    'RunCommand',
    'RunCommandDevices',
    'RunCommandTemplate',
    'RunCommandTemplateSingleCommand',
    'runAnalyticsTemplate',
    'runAnalyticsTemplateDevices',
  ],
  ConfigurationManager: [
    'backUpDevice',
    'getDevice',
    'getDeviceBackupById',
    'getDevicesFiltered',
    'isAlive',
  ],
};

describe('the list of known tasks', () => {
  it('names what the engine has, and nothing else', () => {
    const waiting: readonly string[] = WAITING_TASKS;
    const ofEngine = waiting.filter((name) => name !== 'reattempt');
    for (const [app, names] of Object.entries(KNOWN_TASKS)) {
      const own = app === 'WorkFlowEngine' ? ofEngine : app === 'MOP' ? ['reattempt'] : [];
      const all = [...(PURE_TASK_NAMES.get(app) ?? []), ...(DISPATCHED[app] ?? []), ...own];
      expect({ app, names: [...names].sort() }).toEqual({ app, names: all.sort() });
    }
  });

  it('has no more functions than lookups find', () => {
    expect(pureTaskOf('WorkFlowEngine', 'constructor')).toBeUndefined();
    expect(pureTaskOf('MOP', 'query')).toBeUndefined();
    expect(pureTaskOf('WorkFlowEngine', 'query')).toBeDefined();
  });
});

describe('the documentation', () => {
  const page = readFileSync(
    new URL('../../../../docs/workflow-engine.md', import.meta.url),
    'utf8',
  );
  // Tables are padded to columns.
  const [, section = ''] = page.replace(/ {2,}/g, ' ').split(/^## Tasks$/m);

  it('names every task that there is', () => {
    const missing = Object.values(KNOWN_TASKS)
      .flat()
      .filter((name) => !section.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it('tells what each takes and puts out', () => {
    const rows = Object.values(TASK_TABLES).flatMap((table) =>
      Object.entries(table).map(([name, { args, output }]) => {
        const shown = args.map((arg) => {
          const [first = ''] = arg.replace(/^\.{3}|\?$/g, '').split('|');
          return arg.endsWith('?') ? `[${first}]` : first;
        });
        return `| \`${name}\` | ${shown.join(', ')} | ${output} |`;
      }),
    );
    expect(rows.filter((row) => !section.includes(row))).toEqual([]);
  });
});
