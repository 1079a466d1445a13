import { describe, expect, it } from 'vitest';
import { aWorkflow } from '../../../test/support/factories/a-workflow.js';
import { type JsonObject } from '../../kernel/json.js';
import { readWorkflow } from './read-workflow.js';
import { variableSchemas } from './variable-schemas.js';

const schemasOf = (tasks: JsonObject) => variableSchemas(readWorkflow({ tasks }));
const keysOf = ({ properties }: JsonObject): readonly string[] =>
  Object.keys(properties as JsonObject);
const ANY = { type: ['array', 'boolean', 'null', 'number', 'object', 'string'] };

describe('variableSchemas', () => {
  it('asks for what tasks read and none writes', () => {
    expect(variableSchemas(readWorkflow(aWorkflow('x')))).toEqual({
      inputSchema: { type: 'object', properties: { device: ANY }, required: ['device'] },
      outputSchema: {
        type: 'object',
        properties: {
          device: ANY,
          site: ANY,
          _id: { type: 'string', pattern: '^[0-9a-f]{24}$' },
          initiator: { type: 'string' },
        },
      },
    });
  });

  it('knows the tasks that name what they write', () => {
    const { inputSchema, outputSchema } = schemasOf({
      a: {
        name: 'newVariable',
        variables: { incoming: { name: 'made', value: '$var.job.given' } },
      },
      b: {
        name: 'push',
        variables: { incoming: { job_variable: 'list' }, error: '$var.job.failed' },
      },
      c: { name: 'newVariable', variables: { incoming: { name: '$var.job.told' } } },
      d: { name: 'query', variables: { incoming: { obj: '$var.job.made', x: '$var.job._id' } } },
    });
    expect(keysOf(inputSchema)).toEqual(['given', 'told']);
    expect(keysOf(outputSchema)).toEqual([
      'given',
      'told',
      'made',
      'failed',
      'list',
      '_id',
      'initiator',
    ]);
  });

  it('takes names of properties for names, but for the one that no stored document may hold', () => {
    const incoming = { a: '$var.job.__proto__', b: '$var.job.constructor' };
    const { inputSchema } = schemasOf({ a: { name: 'query', variables: { incoming } } });
    expect(keysOf(inputSchema)).toEqual(['constructor']);
  });
});
