import { type ShownTrigger } from '../../../client/src/client.js';
import { type Field } from '../parts/form-fields.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/automations.js';

export type TriggerKind = ShownTrigger['type'];

const NAME: Field = { name: 'name', label: common.name, kind: 'text', isRequired: true };
const TRANSFORMATION: Field = {
  name: 'jst',
  kind: 'text',
  label: texts.transformationOfWhatComes,
  help: texts.transformationHelp,
};
const SCHEMA: Field = {
  name: 'schema',
  label: texts.jsonSchema,
  kind: 'json',
};

/** What is asked for a trigger of each kind. */
export const TRIGGER_FIELDS: Readonly<Record<TriggerKind, readonly Field[]>> = {
  manual: [NAME, { name: 'formId', label: texts.form, kind: 'text', help: texts.formHelp }],
  schedule: [
    NAME,
    {
      name: 'cron',
      label: common.cronExpression,
      kind: 'text',
      isRequired: true,
      help: texts.cronHelp,
    },
    {
      name: 'timeZone',
      label: texts.timeZone,
      kind: 'text',
      initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    {
      name: 'processMissedRuns',
      label: texts.runsThatWereMissed,
      kind: 'choice',
      choices: ['skip', 'once'],
      initial: 'skip',
      help: texts.missedRunsHelp,
    },
    {
      name: 'concurrency',
      label: texts.whileJobBeforeRuns,
      kind: 'choice',
      choices: ['allow', 'forbid'],
      initial: 'allow',
      help: texts.overlapHelp,
    },
    { name: 'formData', label: common.variablesOfJob, kind: 'json' },
  ],
  endpoint: [
    NAME,
    {
      name: 'routeName',
      label: texts.route,
      kind: 'text',
      isRequired: true,
      help: texts.routeHelp,
    },
    SCHEMA,
    TRANSFORMATION,
  ],
  eventSystem: [
    NAME,
    { name: 'source', label: texts.sourceOfEvent, kind: 'text', isRequired: true },
    { name: 'topic', label: common.topic, kind: 'text', isRequired: true },
    SCHEMA,
    TRANSFORMATION,
  ],
};

/** What is asked for a schedule that has no cron expression, as far as it has it. */
const REPEATED: readonly Field[] = [
  { name: 'firstRunAt', label: texts.firstRun, kind: 'json' },
  { name: 'repeatInterval', label: texts.millisecondsBetweenRuns, kind: 'number' },
  { name: 'repeatFrequency', label: texts.everySoManyUnits, kind: 'number' },
  {
    name: 'repeatUnit',
    label: texts.unit,
    kind: 'choice',
    choices: ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'],
  },
];

/** The fields of a trigger with what it holds. */
export function fieldsOfTrigger(trigger: ShownTrigger): readonly Field[] {
  const isHeld = ({ name }: Field): boolean => (trigger[name] ?? '') !== '';
  const isLeftOut = (field: Field): boolean => field.name === 'cron' && !isHeld(field);
  const asked = TRIGGER_FIELDS[trigger.type].filter((field) => !isLeftOut(field));
  return [...asked, ...REPEATED.filter(isHeld)].map((field) => {
    const initial = trigger[field.name] ?? undefined;
    // One that means the same under another name can stay.
    const more = typeof initial === 'string' ? [initial] : [];
    const choices = field.choices && [...new Set([...field.choices, ...more])];
    return { ...field, initial, choices };
  });
}
