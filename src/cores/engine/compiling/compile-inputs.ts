import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Expression } from '../plan.js';
import { type ReferenceReading, readOperand, readReference } from './references.js';

type Reader = (value: JsonValue, path: string, reading: ReferenceReading) => Expression;

/** Inputs that hold references deeper than at their top, by task and name. Everywhere else depth is literal. */
const DEEPER: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  transformation: { variableMap: membersBy(readReference) },
  runCode: { data: membersBy(readReference) },
  runService: { params: membersBy(readReference) },
  runAgent: { inputs: membersBy(readReference) },
  childJob: { variables: membersBy(operandBy('value')) },
  merge: { data_to_merge: itemsBy(withMembers({ value: operandBy('variable') })) },
  deepmerge: { data_to_merge: itemsBy(withMembers({ value: operandBy('variable') })) },
  evaluation: {
    evaluation_groups: itemsBy(
      withMembers({
        evaluations: itemsBy(
          withMembers({
            operand_1: operandBy('variable'),
            operand_2: operandBy('variable'),
          }),
        ),
      }),
    ),
  },
};

/** An operand that may say nothing at all: then its member is absent. */
type OperandReader = (
  value: JsonValue,
  path: string,
  reading: ReferenceReading,
) => Expression | undefined;

/** The inputs of a task as expressions, in the order of the document. */
export function compileInputs(
  taskName: string,
  incoming: Readonly<Record<string, JsonValue>>,
  reading: ReferenceReading,
): readonly (readonly [string, Expression])[] {
  const deeper = Object.hasOwn(DEEPER, taskName) ? DEEPER[taskName] : undefined;
  return Object.entries(incoming).map(([name, value]) => {
    const reader = deeper && Object.hasOwn(deeper, name) ? deeper[name] : undefined;
    const path = `/incoming/${name}`;
    const isWhole = typeof value === 'string' || reader === undefined;
    return [name, isWhole ? readReference(value, path, reading) : reader(value, path, reading)];
  });
}

function operandBy(nameKey: 'variable' | 'value'): OperandReader {
  return (value, path, reading) => readOperand(value, nameKey, path, reading);
}

/** Every member of an object is read in this way. */
function membersBy(reader: OperandReader): Reader {
  return (value, path, reading) => {
    if (!isJsonObject(value)) return { kind: 'literal', value };
    const members = Object.entries(value).flatMap(([key, member]) =>
      memberOf(key, reader(member, `${path}/${key}`, reading)),
    );
    return { kind: 'object', members };
  };
}

/** The named members of an object are read in their ways, the others are literal. */
function withMembers(readers: Readonly<Record<string, OperandReader>>): Reader {
  return membersBy((value, path, reading) => {
    const key = path.slice(path.lastIndexOf('/') + 1);
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    return reader ? reader(value, path, reading) : { kind: 'literal', value };
  });
}

function itemsBy(reader: Reader): Reader {
  return (value, path, reading) =>
    Array.isArray(value)
      ? {
          kind: 'list',
          items: value.map((item, index) => reader(item, `${path}/${index}`, reading)),
        }
      : { kind: 'literal', value };
}

function memberOf(
  key: string,
  expression: Expression | undefined,
): readonly (readonly [string, Expression])[] {
  return expression === undefined ? [] : [[key, expression]];
}
