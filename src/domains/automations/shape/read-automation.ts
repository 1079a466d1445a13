import { cutText } from '../../../kernel/cut-text.js';
import { type Fault } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type GbacReferences, readGbac } from '../../../kernel/gbac-references.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json.js';
import {
  below,
  DESCRIPTION_LENGTH_MAX,
  memberFaults,
  type MemberRule,
  NAME_LENGTH_MAX,
  nameOf,
  textOf,
  WORD_LENGTH_MAX,
} from './faults.js';
import { readTrigger, type TriggerReading } from './read-trigger.js';
import { type TriggerFacts } from './trigger-definition.js';

/** What an automation starts, as its document says it; empty where it says nothing. */
export interface ComponentReference {
  /** `workflows`, mostly. */
  readonly type: string;
  /** May carry the `@<projectId>: ` prefix. */
  readonly name: string;
  readonly id: string;
}

/** A trigger among those of an automation. */
export interface GivenTrigger {
  readonly document: JsonObject;
  readonly facts: TriggerFacts;
}

/** What lists look for in an automation. */
export interface AutomationFacts {
  readonly description: string;
  readonly descriptionFolded: string;
}

/** An automation as a document from outside says it. */
export interface GivenAutomation {
  readonly name: string;
  readonly component: ComponentReference;
  readonly gbac: GbacReferences;
  readonly triggers: readonly GivenTrigger[];
}

/** An automation, or what is wrong with it. */
export type AutomationReading =
  | { readonly kind: 'read'; readonly automation: GivenAutomation }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/** What is searched of a description: index keys should stay small. */
const SEARCHED_LENGTH_MAX = 1024;
/** More triggers than that no automation has. */
const TRIGGERS_MAX = 1000;
const FAULTS_MAX = 50;

const RULES: Readonly<Record<string, MemberRule>> = {
  name: nameOf(NAME_LENGTH_MAX),
  description: textOf(DESCRIPTION_LENGTH_MAX),
  componentType: textOf(WORD_LENGTH_MAX),
  componentName: textOf(WORD_LENGTH_MAX),
  componentId: textOf(WORD_LENGTH_MAX),
};

/** Reads the document of an automation with its triggers; pointers lie below the document. */
export async function readAutomation(document: JsonValue): Promise<AutomationReading> {
  if (!isJsonObject(document)) return refused([{ pointer: '#', detail: 'must be an object' }]);
  const gbac = readGbac(document['gbac'], '#/gbac');
  const triggers = await readTriggers(document['triggers'] ?? []);
  const faults = [
    ...memberFaults(document, RULES, ['name']),
    ...(gbac.kind === 'refused' ? gbac.faults : []),
    ...triggers.faults,
  ];
  if (gbac.kind === 'refused' || faults.length > 0) return refused(faults);
  const name = textAt(document, 'name');
  const automation = {
    name,
    component: componentOf(document),
    gbac: gbac.references,
    triggers: triggers.read,
  };
  return { kind: 'read', automation };
}

/** What an automation starts. */
export function componentOf(document: JsonObject): ComponentReference {
  return {
    type: textAt(document, 'componentType'),
    name: textAt(document, 'componentName'),
    id: textAt(document, 'componentId'),
  };
}

/** What lists look for in an automation. */
export function automationFacts(document: JsonObject): AutomationFacts {
  const description = cutText(textAt(document, 'description'), SEARCHED_LENGTH_MAX);
  return { description, descriptionFolded: foldText(description) };
}

interface ReadTriggers {
  readonly read: readonly GivenTrigger[];
  readonly faults: readonly Fault[];
}

async function readTriggers(given: JsonValue): Promise<ReadTriggers> {
  const pointer = '#/triggers';
  if (!Array.isArray(given)) return { read: [], faults: [{ pointer, detail: 'must be a list' }] };
  if (given.length > TRIGGERS_MAX)
    return { read: [], faults: [{ pointer, detail: `must have at most ${TRIGGERS_MAX} items` }] };
  const readings: TriggerReading[] = [];
  // One after the other: schemas take their time, and others want theirs in between.
  for (const one of given) readings.push(await readTrigger(one));
  const faults = readings.flatMap((reading, at) =>
    reading.kind === 'refused' ? below(`${pointer}/${at}`, reading.faults) : [],
  );
  const read = readings.flatMap((reading, at) =>
    reading.kind === 'read' ? [{ document: given[at] as JsonObject, facts: reading.facts }] : [],
  );
  return { read, faults: [...faults, ...routeFaults(read)].slice(0, FAULTS_MAX) };
}

function routeFaults(triggers: readonly GivenTrigger[]): readonly Fault[] {
  const routes = new Set<string>();
  return triggers.flatMap(({ facts: { route } }, at) => {
    if (route === undefined || !routes.has(route)) {
      if (route !== undefined) routes.add(route);
      return [];
    }
    return [{ pointer: `#/triggers/${at}/routeName`, detail: 'is the route of another trigger' }];
  });
}

function textAt(document: JsonObject, key: string): string {
  const value = document[key];
  return typeof value === 'string' ? value : '';
}

function refused(faults: readonly Fault[]): AutomationReading {
  return { kind: 'refused', faults };
}
