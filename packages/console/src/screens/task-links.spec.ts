import { describe, expect, it } from 'vitest';
import { linksOf } from './task-links.js';

const task = (more: object, incoming: unknown = {}): Parameters<typeof linksOf>[0] => ({
  app: '',
  name: '',
  location: 'Application',
  childJobs: [],
  variables: { incoming },
  ...more,
});
const shownLinks = (...given: Parameters<typeof task>): readonly string[] =>
  linksOf(task(...given)).map(({ kind, name, to }) => `${kind} ${name} ${to}`);

describe('what a task had to do with', () => {
  it.each([
    [
      'the adapter of a request',
      { name: 'genericAdapterRequest', location: 'Adapter' },
      { adapter_id: 'NSO' },
      ['Adapter NSO /orchestrator?show=adapters'],
    ],
    [
      'the integration that it called',
      { name: 'getTicket', location: 'Adapter' },
      { adapter_id: 'my desk' },
      ['Integration my desk /integrations/my%20desk'],
    ],
    [
      'the orchestrator of an instance',
      { app: 'ServiceManagement' },
      { adapterId: 'NSO' },
      ['Adapter NSO /orchestrator?show=adapters'],
    ],
    [
      'one device by its name',
      { app: 'MOP' },
      { command: 'show version', devices: 'edge/1' },
      ['Device edge/1 /devices/edge%2F1'],
    ],
    [
      'devices in a list, by names or as objects',
      { app: 'MOP' },
      { devices: ['a', { name: 'b' }, 3] },
      ['Device a /devices/a', 'Device b /devices/b'],
    ],
    [
      'the device of a backup',
      { app: 'ConfigurationManager' },
      { name: 'core-1' },
      ['Device core-1 /devices/core-1'],
    ],
    [
      'the workflow of a job that could not be started',
      { name: 'childJob' },
      { workflow: 'Missing' },
      ['Workflow Missing /workflows/Missing'],
    ],
    [
      'the job that it started',
      { name: 'childJob', childJobs: [{ _id: 'j1', name: 'Child', iteration: 0 }] },
      { workflow: 'Child' },
      ['Job Child /jobs/j1'],
    ],
    ['nothing of what is no device', { app: 'WorkFlowEngine' }, { name: 'x' }, []],
    ['nothing where nothing was given', { app: 'MOP' }, undefined, []],
  ])('is %s', (_, given, incoming, links) => {
    expect(shownLinks(given, incoming)).toEqual(links);
  });

  it('is not every device of many', () => {
    const devices = Array.from({ length: 9 }, (_, at) => `d${at}`);
    expect(shownLinks({ app: 'MOP' }, { devices })).toHaveLength(5);
  });
});
