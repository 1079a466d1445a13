import { type Fault } from '../../../kernel/app-error.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { listOf, objectOf, ownValue, textOf } from '../../../kernel/json-reading.js';
import { type KindFacts } from './kind-facts.js';
import { compileTransformation } from '../../../cores/transformations/compile-transformation.js';

/** What has to be a list where a document has it. */
const LISTS = ['incoming', 'outgoing', 'steps', 'functions'] as const;

/** Under what key lists find a transformation by something that comes in. */
export const incomingKey = (word: string): string => `in:${word}`;
/** The same for something that goes out. */
export const outgoingKey = (word: string): string => `out:${word}`;

/** The same for an input that must be given: it is not optional, and has no default. */
export const requiredKey = (id: string): string => `required:${id}`;

/**
 * A transformation may be saved unfinished, and real exports lack functions that they call: only what
 * is none at all is refused. One that cannot run is a draft.
 */
export const TRANSFORMATION_RULES = {
  faults: (document: JsonObject): readonly Fault[] =>
    LISTS.filter((key) => document[key] !== undefined && !Array.isArray(document[key])).map(
      (key) => ({ pointer: `#/${key}`, detail: 'must be a list' }),
    ),
  warnings: (document: JsonObject): readonly string[] => {
    const compilation = compileTransformation(document);
    if (compilation.kind !== 'refused') return [];
    return compilation.problems.map(({ pointer, detail }) => `${pointer} ${detail}`);
  },
  facts: (document: JsonObject): KindFacts => ({
    keys: [
      ...wordsOf(document['incoming']).map(incomingKey),
      ...wordsOf(document['outgoing']).map(outgoingKey),
      ...requiredInputs(document['incoming']).map(requiredKey),
    ],
    draft: compileTransformation(document).kind === 'refused',
  }),
};

/** What schemas are called: by id, by title, and by type. */
function wordsOf(schemas: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(schemas)) return [];
  return schemas
    .filter(isJsonObject)
    .flatMap(({ $id, title, type }) => [$id, title, type].flat())
    .filter((word) => typeof word === 'string');
}

function requiredInputs(schemas: JsonValue | undefined): readonly string[] {
  return listOf(schemas)
    .map(objectOf)
    .filter((schema) => schema['optional'] !== true && ownValue(schema, 'default') === undefined)
    .map((schema) => textOf(schema['$id']))
    .filter((id) => id !== '');
}
