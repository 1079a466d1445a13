import { describe, expect, it } from 'vitest';
import { installStatus } from './install-status.js';
import { runningVersion, type RunningSystem } from './running-system.js';

const system: RunningSystem = {
  release: '2024.1',
  adapters: new Map([['adapter-nso', '3.1.0']]),
  packages: new Map([['@acme/base', '1.2.0']]),
  offered: new Set(['@acme/app-mop', '@acme/base']),
};
const statusOf = (dependencies: Record<string, string>) =>
  installStatus(dependencies, (name) => runningVersion(system, name));

describe('installStatus', () => {
  it('is installable when all that is required runs', () => {
    const status = statusOf({
      '@any/app-workflow_engine': '',
      'app-mop': '>=2023.2',
      '@acme/adapter-nso': '^3.0.0',
      '@Acme/Base': '1.2.0',
    });
    expect(status).toEqual({
      installable: true,
      missingDependencies: null,
      mismatchingDependencies: null,
    });
  });

  it('knows what other releases call the work of its applications', () => {
    const names = ['json_forms', 'jst', 'template_builder', 'automation_catalog'];
    const required = names.map((name) => [`@any/app-${name}`, '>=2020.1'] as const);
    expect(statusOf(Object.fromEntries(required)).installable).toBe(true);
    expect(statusOf({ '@any/app-ag_manager': '' }).missingDependencies).toEqual({
      '@any/app-ag_manager': '',
    });
  });

  it('names what is missing with the required version', () => {
    expect(statusOf({ '@acme/adapter-meraki': '', '@acme/other': '^1.0.0' })).toEqual({
      installable: false,
      missingDependencies: { '@acme/adapter-meraki': '', '@acme/other': '^1.0.0' },
      mismatchingDependencies: null,
    });
  });

  it('names what runs in an older version', () => {
    expect(statusOf({ '@acme/base': '>=2.0.0', 'app-schema': '2025.1' })).toEqual({
      installable: false,
      missingDependencies: null,
      mismatchingDependencies: {
        '@acme/base': { required: '>=2.0.0', running: '1.2.0' },
        'app-schema': { required: '2025.1', running: '2024.1' },
      },
    });
  });

  it('names both kinds at once', () => {
    const status = statusOf({ '@acme/base': '2.0.0', '@acme/adapter-x': '' });
    expect(status.missingDependencies).toEqual({ '@acme/adapter-x': '' });
    expect(Object.keys(status.mismatchingDependencies ?? {})).toEqual(['@acme/base']);
  });

  it('means a package by the name of one that is offered, though an application is called so', () => {
    expect(statusOf({ '@acme/app-mop': '' }).missingDependencies).toEqual({ '@acme/app-mop': '' });
    expect(statusOf({ '@other/app-mop': '', '@acme/base': '' }).installable).toBe(true);
  });

  it('takes a hostile name for a name', () => {
    const dependencies = JSON.parse('{"__proto__":"1","toString":"1"}') as Record<string, string>;
    expect(Object.keys(statusOf(dependencies).missingDependencies ?? {})).toEqual([
      '__proto__',
      'toString',
    ]);
  });
});
