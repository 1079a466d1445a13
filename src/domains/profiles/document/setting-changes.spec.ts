import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../../kernel/json.js';
import { loadConfig } from '../../../platform/config/config.js';
import { effectiveSettings } from './effective-settings.js';
import { changedPaths, leavesOf, valueAt } from './leaves.js';
import { logLevelOf } from './log-level.js';
import { portOf } from './port.js';
import { settingChanges } from './setting-changes.js';
import { effectOf } from './setting-effects.js';

const NOTHING_SET: ReadonlySet<string> = new Set();

describe('settingChanges', () => {
  it('tells each changed setting by what becomes of it', () => {
    const before = { loggerProps: { log_level: 'info' }, uiProps: { home: 'a', login: 'b' } };
    const after = {
      loggerProps: { log_level: 'warn' },
      uiProps: { home: 'a' },
      expressProps: { express_http: { port: 1 } },
      prebuiltProps: { repoConfigs: { '@a.b': { enabled: true } } },
    };
    expect(settingChanges(before, after, NOTHING_SET)).toEqual({
      applied: ['#/loggerProps/log_level', '#/prebuiltProps/repoConfigs/@a.b/enabled'],
      restart: ['#/expressProps/express_http/port'],
      kept: ['#/uiProps/login'],
      overridden: [],
    });
    expect(settingChanges(before, after, new Set(['LOG_LEVEL', 'PORT']))).toMatchObject({
      restart: [],
      overridden: ['#/loggerProps/log_level', '#/expressProps/express_http/port'],
    });
  });

  it('names nothing when nothing changed, and at most a thousand settings', () => {
    fc.assert(
      fc.property(fc.object(), (given) => {
        const text = JSON.stringify(given);
        const [one, same] = [JSON.parse(text), JSON.parse(text)] as [JsonObject, JsonObject];
        const { applied, restart, kept } = settingChanges(one, same, NOTHING_SET);
        expect([...applied, ...restart, ...kept]).toEqual([]);
      }),
    );
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`k${at}`, at]));
    expect(settingChanges({}, many, NOTHING_SET).kept).toHaveLength(1000);
  });
});

describe('effectOf', () => {
  it.each([
    ['loggerProps.log_level', 'applied'],
    ['authenticationProps.admins', 'applied'],
    ['prebuiltProps.repoConfigs.@a.credentials.token', 'applied'],
    ['expressProps.express_http.port', 'restart'],
    ['integrationProps.timeout', 'applied'],
    ['integrationProps.threadCount', 'applied'],
    ['expressProps.express_https.port', 'kept'],
    ['alarmProps', 'kept'],
    ['constructor', 'kept'],
    ['', 'kept'],
  ])('says that a change of %s is %s', (path, effect) => {
    expect(effectOf(path.split('.'))).toBe(effect);
  });
});

describe('leavesOf', () => {
  it('finds each value at its place', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), (given) => {
        const document = JSON.parse(JSON.stringify(given)) as JsonObject;
        for (const { path, value } of leavesOf(document)) {
          expect(valueAt(document, path)).toEqual(value);
        }
      }),
    );
  });

  it('takes lists and empty objects for values', () => {
    expect(leavesOf({ a: { b: [1], c: {} }, d: null })).toEqual([
      { path: ['a', 'b'], value: [1] },
      { path: ['a', 'c'], value: {} },
      { path: ['d'], value: null },
    ]);
    expect(valueAt({}, ['constructor'])).toBeUndefined();
  });
});

describe('changedPaths', () => {
  it('is empty for equal documents only', () => {
    const document = fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom(1, 2));
    fc.assert(
      fc.property(document, document, (one, other) => {
        const isSame =
          JSON.stringify(Object.entries(one).toSorted()) ===
          JSON.stringify(Object.entries(other).toSorted());
        expect(changedPaths(one, other).length === 0).toBe(isSame);
      }),
    );
  });
});

describe('effectiveSettings', () => {
  const defaults = {
    loggerProps: { log_level: 'info', log_max_files: 10 },
    prebuiltProps: { repoConfigs: { '@local': { enabled: true } } },
  };
  const effective = (profile: JsonObject, env = {}) =>
    effectiveSettings(profile, defaults, loadConfig(env));

  it('lets the environment beat the profile, and the profile the default', () => {
    const profile = { loggerProps: { log_level: 'warn' }, prebuiltProps: { repoConfigs: {} } };
    expect(effective(profile)).toEqual([
      setting('#/loggerProps/log_level', 'warn', 'profile', 'applied'),
      setting('#/prebuiltProps/repoConfigs', {}, 'profile', 'applied'),
      setting('#/loggerProps/log_max_files', 10, 'default', 'kept'),
    ]);
    expect(effective(profile, { LOG_LEVEL: 'error' })[0]).toEqual({
      ...setting('#/loggerProps/log_level', 'error', 'environment', 'applied'),
      variable: 'LOG_LEVEL',
    });
  });

  it('shows no secret', () => {
    expect(effective({ redisProps: { password: 'sealed' } })[0]).toMatchObject({
      value: '<PASSWORD>',
    });
  });
});

function setting(pointer: string, value: unknown, source: string, effect: string): object {
  return { setting: pointer, value, source, effect };
}

describe('logLevelOf', () => {
  it.each([
    ['info', 'info'],
    ['WARN', 'warn'],
    ['warning', 'warn'],
    ['none', 'silent'],
    ['spam', undefined],
    ['', undefined],
    [1, undefined],
  ])('reads %j as %j', (word, level) => {
    expect(logLevelOf({ loggerProps: { log_level: word } })).toBe(level);
  });

  it('finds none in a profile without it', () => {
    expect([logLevelOf({}), logLevelOf({ loggerProps: null })]).toEqual([undefined, undefined]);
  });
});

describe('portOf', () => {
  it.each([
    [3000, 3000],
    [0, undefined],
    ['3000', undefined],
  ])('reads %j as %j', (port, found) => {
    expect(portOf({ expressProps: { express_http: { port } } })).toBe(found);
  });
});
