import { describe, expect, it } from 'vitest';
import { inputFaults } from './input-faults.js';

const SCHEMA = {
  type: 'object',
  properties: { device: { type: 'string' }, port: { type: 'object', required: ['name'] } },
  required: ['device', '_id', 'initiator'],
};
const faults = (variables: Parameters<typeof inputFaults>[1], schema: object | string = SCHEMA) =>
  inputFaults(schema as never, variables, ['_id', 'initiator']);

describe('the input of a job', () => {
  it('is held to the input schema of the workflow, but for what the platform sets', async () => {
    await expect(faults({ device: 'edge-1' })).resolves.toEqual([]);
  });

  it('is refused with a pointer to each fault', async () => {
    await expect(faults({ port: {} })).resolves.toEqual([
      { pointer: '#/options/variables/device', detail: 'is required' },
      { pointer: '#/options/variables/port/name', detail: 'is required' },
    ]);
    await expect(faults({ device: 5 })).resolves.toEqual([
      { pointer: '#/options/variables/device', detail: 'must be string' },
    ]);
  });

  it('cannot be checked by what is no schema', async () => {
    const [fault] = await faults({}, 'no schema');
    expect(fault?.detail).toContain('cannot be checked: the input schema of the workflow');
  });
});
