import { cutText } from '../../kernel/cut-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.js';
import { listOf, objectOf, ownObject, ownValue, textOf } from '../../kernel/json-reading.js';
import { compileTransformation } from '../transformations/compile-transformation.js';
import { compileInputValidatorNow } from '../transformations/input-validator.js';
import { RunStop } from '../transformations/run-stop.js';
import { type RunResult, runTransformation } from '../transformations/run-transformation.js';
import {
  type PureOutcome,
  type PureTask,
  type TaskInput,
  type TaskContext,
} from '../engine/pure-task.js';
import { assertStorable } from './result-size.js';

/** Faults and inputs that an error names. */
const NAMED_MAX = 5;

/**
 * Runs a stored transformation on the values of `variableMap`: one output for each schema of what goes
 * out. A single output is put out bare, unless `extractOutput` is false: then within an object.
 */
export const TRANSFORMATION: PureTask = {
  needs: (input) => [{ kind: 'document', type: 'transformation', idOrName: nameIn(input) }],
  run: (input, context) => {
    const [document] = context.given;
    if (!isJsonObject(document)) {
      throw new RunStop('wrong-argument', `there is no transformation ${shown(nameIn(input))}`);
    }
    return outcomeOf(document, input, transformed(document, input, context));
  },
};

/** @throws RunStop */
function transformed(
  document: JsonObject,
  input: TaskInput,
  { now, spend }: TaskContext,
): JsonObject {
  const options = ownObject(input, 'options');
  const compilation = compileTransformation(document);
  if (compilation.kind === 'refused') {
    const [problem] = compilation.problems;
    const why = problem ? `${problem.pointer} ${problem.detail}` : 'it cannot be read';
    throw new RunStop('wrong-argument', `transformation ${shown(nameIn(input))}: ${why}`);
  }
  const result = runTransformation(
    compilation.transformation,
    ownObject(input, 'variableMap'),
    {
      revertToDefaultValue: isOn(options, 'revertToDefaultValue'),
      validateIncoming: isOn(options, 'validateIncoming')
        ? compileInputValidatorNow(document)
        : undefined,
    },
    { now },
  );
  if (result.kind === 'failed') throw failed(document, input, result);
  spend(result.fuelUsed);
  return isJsonObject(result.outgoing) ? result.outgoing : {};
}

/** Names the transformation, the step, and what the task does not give it: that is often why. */
function failed(
  document: JsonObject,
  input: TaskInput,
  { code, detail, step, faults }: RunResult & { readonly kind: 'failed' },
): RunStop {
  const called = `transformation ${shown(textOf(ownValue(document, 'name')) || nameIn(input))}`;
  if (code === 'incoming-refused') {
    const refused = faults.map((fault) => `${fault.pointer} ${fault.detail}`);
    return new RunStop(
      'wrong-argument',
      `${called}: what comes in is refused: ${inShort(refused)}`,
    );
  }
  const where = step ? ` in step ${step.id} (${step.does})` : '';
  const given = ownObject(input, 'variableMap');
  const missing = listOf(document['incoming'])
    .map((schema) => textOf(ownValue(objectOf(schema), '$id')))
    .filter((id) => id !== '' && !Object.hasOwn(given, id));
  const more = missing.length > 0 ? `; not given: ${inShort(missing.map(shown))}` : '';
  return new RunStop(code, `${called} failed${where}: ${detail}${more}`);
}

function inShort(all: readonly string[]): string {
  const more = all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more` : '';
  return all.slice(0, NAMED_MAX).join(', ') + more;
}

function outcomeOf(document: JsonObject, input: TaskInput, made: JsonObject): PureOutcome {
  assertStorable(made);
  const outgoing = ownValue(document, 'outgoing');
  const isSingle = Array.isArray(outgoing) && outgoing.length === 1;
  const isWrapped = ownValue(ownObject(input, 'options'), 'extractOutput') === false;
  if (!isSingle || !isWrapped) return { finish: 'success', outputs: made };
  const members = Object.keys(made).map((id): [string, JsonValue] => [id, made]);
  return { finish: 'success', outputs: Object.fromEntries(members) };
}

function nameIn(input: TaskInput): string {
  const name = ownValue(input, 'tr_id');
  if (typeof name === 'string' && name !== '') return name;
  throw new RunStop('wrong-argument', "'tr_id' names no transformation");
}

function isOn(options: JsonObject, name: string): boolean {
  const value = ownValue(options, name);
  return value === true || value === 'true';
}

function shown(name: string): string {
  return `'${cutText(name, 60)}'`;
}
