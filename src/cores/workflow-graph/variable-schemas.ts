import { type JsonObject } from '../../kernel/json.js';
import { referencesOf, writtenBy } from './task-references.js';
import { type WorkflowGraph } from './workflow-graph.js';

/** What nobody has said anything of. */
const ANY = ['array', 'boolean', 'null', 'number', 'object', 'string'] as const;
/** Variables that every job has. */
const RESERVED: readonly (readonly [string, JsonObject])[] = [
  ['_id', { type: 'string', pattern: '^[0-9a-f]{24}$' }],
  ['initiator', { type: 'string' }],
];

/** JSON Schemas of the variables of a job. */
export interface VariableSchemas {
  /** What tasks read and none writes: somebody has to give it. */
  readonly inputSchema: JsonObject;
  /** Everything that there is in the end. */
  readonly outputSchema: JsonObject;
}

/** The schemas that follow from what tasks read and write, for documents that say none. */
export function variableSchemas({ tasks }: WorkflowGraph): VariableSchemas {
  const all = [...tasks.values()];
  const written = new Set(all.flatMap(writtenBy));
  // `__proto__` is a key that no stored document may hold.
  const reserved = new Set(['__proto__', ...RESERVED.map(([name]) => name)]);
  const read = all
    .flatMap(referencesOf)
    .filter(({ source, name }) => source === 'job' && name !== '')
    .map(({ name }) => name);
  const inputs = [...new Set(read)].filter((name) => !written.has(name) && !reserved.has(name));
  const outputs = [...inputs, ...[...written].filter((name) => !reserved.has(name))];
  return {
    inputSchema: { type: 'object', properties: properties(inputs), required: [...inputs] },
    outputSchema: {
      type: 'object',
      properties: { ...properties(outputs), ...Object.fromEntries(RESERVED) },
    },
  };
}

function properties(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name): [string, JsonObject] => [name, { type: [...ANY] }]));
}
