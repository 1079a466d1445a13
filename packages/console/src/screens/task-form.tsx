import {
  type FieldOutcomeShape,
  type ManualTaskForm,
  resolveJsonFormBindings,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { Form } from '../parts/form.js';
import { type Field, type Values } from '../parts/form-fields.js';
import { choicesOf, fieldsOf } from '../parts/schema-fields.js';
import { useRead } from '../use-read.js';
import { useSettled } from '../use-settled.js';
import * as texts from '../texts/tasks.js';

/** The form of a task: fields and choices follow what is typed. */
export function TaskForm(props: {
  readonly form: ManualTaskForm;
  readonly unable: string | undefined;
  readonly onSend: (values: Values) => Promise<void>;
}): ReactNode {
  const { form, unable, onSend } = props;
  const [typed, setTyped] = useState<Values>(form.formData);
  const choices = useBoundChoices(form, useSettled(typed));
  return (
    <Form
      fields={(now) =>
        fieldsOf(form.schema, form.formData, now).map((field) => ({
          ...field,
          ...choices.get(field.name),
        }))
      }
      verb={texts.send}
      onType={setTyped}
      {...{ unable, onSend }}
    />
  );
}

/** Choices that a stored form has filled in by calls, some of them by what is typed in other fields. */
function useBoundChoices(
  { id, bindingSchema }: ManualTaskForm,
  formData: Values,
): ReadonlyMap<string, Partial<Field>> {
  const isWanted = id !== null && Object.keys(bindingSchema).length > 0;
  const reading = useRead(
    'resolveJsonFormBindings',
    [id, formData],
    (signal) =>
      resolveJsonFormBindings({ client, signal, path: { id: id ?? '' }, body: { formData } }),
    { isWanted, keepsBefore: true },
  );
  const bound = reading.query.data?.fields ?? [];
  return new Map(bound.map((outcome) => [outcome.pointer.replace('#/', ''), filledIn(outcome)]));
}

/** What of a field a call has filled in, or why it has not. */
function filledIn({ status, error, target, value, ...more }: FieldOutcomeShape): Partial<Field> {
  if (status !== 'resolved') return { help: error ?? undefined };
  if (target === '/default') return { initial: value };
  const choices = choicesOf(
    more.enum.map((choice) => choice.value),
    more.enum.map(({ label }) => label),
  );
  return { ...choices, kind: target === '/items/enum' ? 'choices' : 'choice' };
}
