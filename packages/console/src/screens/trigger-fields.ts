import { type ShownTrigger } from '../../../client/src/client.js';
import { type Field } from '../parts/form-fields.js';

export type TriggerKind = ShownTrigger['type'];

const NAME: Field = { name: 'name', label: 'Name', kind: 'text', isRequired: true };
const TRANSFORMATION: Field = {
  ...{ name: 'jst', kind: 'text', label: 'Transformation of what comes' },
  help: 'Id or name; what it makes are the variables of the job.',
};
const SCHEMA: Field = {
  ...{ name: 'schema', label: 'JSON schema that it has to fit', kind: 'json' },
};

/** What is asked for a trigger of each kind. */
export const TRIGGER_FIELDS: Readonly<Record<TriggerKind, readonly Field[]>> = {
  manual: [
    NAME,
    { name: 'formId', label: 'Form', kind: 'text', help: 'Id or name of a JSON form.' },
  ],
  schedule: [
    NAME,
    {
      ...{ name: 'cron', label: 'Cron expression', kind: 'text', isRequired: true },
      help: 'Minute, hour, day, month, weekday: 0 7 * * 1 is Mondays at seven.',
    },
    {
      ...{ name: 'timeZone', label: 'Time zone', kind: 'text' },
      initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    {
      ...{ name: 'processMissedRuns', label: 'Runs that were missed', kind: 'choice' },
      ...{ choices: ['skip', 'once'], initial: 'skip' },
      help: 'skip notes them, once starts one job for all of them.',
    },
    {
      ...{ name: 'concurrency', label: 'While the job before has not ended', kind: 'choice' },
      ...{ choices: ['allow', 'forbid'], initial: 'allow' },
      help: 'forbid starts no other one; a job that is paused or in error has not ended.',
    },
    { name: 'formData', label: 'Variables of the job', kind: 'json' },
  ],
  endpoint: [
    NAME,
    {
      ...{ name: 'routeName', label: 'Route', kind: 'text', isRequired: true },
      help: 'The last part of its address.',
    },
    SCHEMA,
    TRANSFORMATION,
  ],
  eventSystem: [
    NAME,
    { name: 'source', label: 'Source of the event', kind: 'text', isRequired: true },
    { name: 'topic', label: 'Topic', kind: 'text', isRequired: true },
    SCHEMA,
    TRANSFORMATION,
  ],
};

/** What is asked for a schedule that has no cron expression, as far as it has it. */
const REPEATED: readonly Field[] = [
  { name: 'firstRunAt', label: 'First run', kind: 'json' },
  { name: 'repeatInterval', label: 'Milliseconds from run to run', kind: 'number' },
  { name: 'repeatFrequency', label: 'Every so many units', kind: 'number' },
  {
    ...{ name: 'repeatUnit', label: 'Unit', kind: 'choice' },
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
