import { cutText } from '../../../kernel/cut-text.js';
import { type Fault } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { compileSchema } from '../../../cores/json-schema/json-schema.js';
import {
  DESCRIPTION_LENGTH_MAX,
  flagRule,
  memberFaults,
  type MemberRule,
  NAME_LENGTH_MAX,
  nameOf,
  oneOf,
  textOf,
  WORD_LENGTH_MAX,
} from './faults.js';
import { withoutProject } from './project-prefix.js';
import { readSchedule } from './read-schedule.js';
import {
  TRIGGER_TYPES,
  TRIGGER_VERBS,
  type TriggerFacts,
  type TriggerType,
} from './trigger-definition.js';

/** What the platform finds in the document of a trigger, or what is wrong with that. */
export type TriggerReading =
  | { readonly kind: 'read'; readonly facts: TriggerFacts }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** What is searched of a description: index keys should stay small. */
const SEARCHED_LENGTH_MAX = 1024;
/** A route is one segment of a path. */
const ROUTE = /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}\s/\\?#%]{1,256}$/u;

const COMMON: Readonly<Record<string, MemberRule>> = {
  name: nameOf(NAME_LENGTH_MAX),
  type: oneOf(TRIGGER_TYPES),
  enabled: flagRule,
  actionType: oneOf(['automations']),
  description: textOf(DESCRIPTION_LENGTH_MAX),
};
const schema: MemberRule = (value) =>
  isJsonObject(value) || typeof value === 'boolean' ? undefined : 'must be a JSON Schema';
const jst: MemberRule = (value) =>
  isJsonObject(value)
    ? undefined
    : typeof value === 'string' && value !== ''
      ? textOf(WORD_LENGTH_MAX)(value)
      : 'must be the id or name of a transformation, or a transformation';
const object: MemberRule = (value) => (isJsonObject(value) ? undefined : 'must be an object');
const FORM: Readonly<Record<string, MemberRule>> = {
  formId: textOf(WORD_LENGTH_MAX),
  formData: object,
  formSchemaHash: textOf(WORD_LENGTH_MAX),
  legacyWrapper: flagRule,
};
/** Sealed, and set by an operation of its own; nobody can read it from a document. */
const SECRET: MemberRule = () => 'must be left out: it is set by an operation of its own';

const RULES: Readonly<Record<TriggerType, Readonly<Record<string, MemberRule>>>> = {
  manual: FORM,
  schedule: FORM,
  endpoint: {
    routeName: (value) =>
      typeof value === 'string' && ROUTE.test(value)
        ? undefined
        : 'must be one segment of a path, of 1 to 256 characters',
    verb: (value) => oneOf(TRIGGER_VERBS)(typeof value === 'string' ? value.toUpperCase() : value),
    schema,
    jst,
    secret: SECRET,
  },
  eventSystem: {
    source: nameOf(WORD_LENGTH_MAX),
    topic: nameOf(WORD_LENGTH_MAX),
    schema,
    jst,
    legacyWrapper: flagRule,
  },
};
const REQUIRED: Readonly<Record<TriggerType, readonly string[]>> = {
  manual: [],
  schedule: [],
  endpoint: ['routeName'],
  eventSystem: ['source', 'topic'],
};

/** Reads the document of a trigger; what the platform does not know stays as it came. */
export async function readTrigger(document: JsonValue): Promise<TriggerReading> {
  if (!isJsonObject(document)) return refused([{ pointer: '#', detail: 'must be an object' }]);
  const common = memberFaults(document, COMMON, ['name', 'type']);
  const type = TRIGGER_TYPES.find((one) => one === document['type']);
  if (type === undefined) return refused(common);
  const own = memberFaults(document, RULES[type], REQUIRED[type]);
  if (common.length + own.length > 0) return refused([...common, ...own]);
  const faults = await schemaFaults(type, document);
  if (faults.length > 0) return refused(faults);
  const facts = { ...commonFacts(document, type), ...ownFacts(document, type) };
  return type === 'schedule' ? scheduled(document, facts) : { kind: 'read', facts };
}

function scheduled(document: JsonObject, facts: TriggerFacts): TriggerReading {
  const reading = readSchedule(document);
  if (reading.kind === 'refused') return refused(reading.faults);
  return { kind: 'read', facts: { ...facts, schedule: reading.schedule } };
}

function commonFacts(document: JsonObject, type: TriggerType): TriggerFacts {
  const name = textAt(document, 'name');
  const description = cutText(textAt(document, 'description'), SEARCHED_LENGTH_MAX);
  return {
    name,
    nameFolded: foldText(name),
    description,
    descriptionFolded: foldText(description),
    type,
    // Documents made by hand leave it out.
    enabled: document['enabled'] !== false,
  };
}

function ownFacts(
  document: JsonObject,
  type: TriggerType,
): Pick<TriggerFacts, 'route' | 'event' | 'form'> {
  if (type === 'endpoint') return { route: foldText(textAt(document, 'routeName')) };
  if (type === 'eventSystem') {
    const event = { source: textAt(document, 'source'), topic: textAt(document, 'topic') };
    return { event };
  }
  const form = withoutProject(textAt(document, 'formId'));
  return form === '' ? {} : { form: foldText(form) };
}

/** Of types that check a payload: their schema must be one. */
async function schemaFaults(type: TriggerType, document: JsonObject): Promise<readonly Fault[]> {
  const given = document['schema'] ?? null;
  if (given === null || !('schema' in RULES[type])) return [];
  const compiled = await compileSchema(given);
  if (compiled.kind === 'schema') return [];
  const detail = `is no JSON Schema that can be used: ${compiled.detail}`;
  return [{ pointer: '#/schema', detail }];
}

function textAt(document: JsonObject, key: string): string {
  const value = document[key];
  return typeof value === 'string' ? value : '';
}

function refused(faults: readonly Fault[]): TriggerReading {
  return { kind: 'refused', faults };
}
