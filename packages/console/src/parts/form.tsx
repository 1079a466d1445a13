import {
  type SubmitEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { faultsOf, noteFailure, requestOf, sentenceOf } from '../api.js';
import { Choices } from './form-choices.js';
import {
  type Field,
  FieldFaults,
  type Fields,
  fieldsNow,
  readFields,
  type RowProps,
  shownValue,
  type Values,
} from './form-fields.js';
import { written } from './plain-text.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/parts.js';

interface FormProps {
  readonly fields: Fields;
  readonly verb: string;
  /** Sends what was filled in; a failure is shown at its fields, and nothing that was typed is lost. */
  readonly onSend: (values: Values) => Promise<void>;
  /** Hears what the fields hold, at first and whenever that changes: others may depend on it. */
  readonly onType?: ((values: Values) => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
  /** Why it cannot be sent. */
  readonly unable?: string | undefined;
  readonly children?: ReactNode;
}

/** The one form of the console. */
export function Form(props: FormProps): ReactNode {
  const { verb, onSend, onType, onCancel, unable, children } = props;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const textOf = (field: Field): string =>
    typed[field.name] ?? shownValue(field.kind, field.initial);
  const fields = fieldsNow(props.fields, textOf);
  const tell = useEffectEvent(() => onType?.(readFields(fields, textOf).values));
  useEffect(() => tell(), [typed]);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || unable !== undefined) return;
    setBusy(true);
    setError(await outcomeOf(fields, textOf, onSend));
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      {children}
      {fields.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          text={textOf(field)}
          fault={faultAt(error, fields, field.name)}
          onType={(text) => setTyped((before) => ({ ...before, [field.name]: text }))}
        />
      ))}
      <FormFault error={error} />
      {unable !== undefined && <p className="soft">{unable}</p>}
      <div className="buttons">
        <button type="submit" className="primary" aria-disabled={isBusy || unable !== undefined}>
          {isBusy ? texts.sending : verb}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {common.cancel}
          </button>
        )}
      </div>
    </form>
  );
}

async function outcomeOf(
  fields: readonly Field[],
  textOf: (field: Field) => string,
  onSend: FormProps['onSend'],
): Promise<unknown> {
  const { values, faults } = readFields(fields, textOf);
  if (faults.size > 0) return new FieldFaults(texts.fieldsAreUnreadable, faults);
  try {
    await onSend(values);
    return undefined;
  } catch (error) {
    noteFailure(error);
    return error;
  }
}

/** The platform names places by JSON pointer: the field is the one that its first part names which names any. */
function faultAt(error: unknown, fields: readonly Field[], name: string): string | undefined {
  if (error instanceof FieldFaults) return error.byName.get(name);
  const names = new Set(fields.map((field) => field.name));
  const found = [...faultsOf(error)].find(
    ([pointer]) => pointer.split('/').find((part) => names.has(part)) === name,
  );
  return found?.[1];
}

function FormFault({ error }: { readonly error: unknown }): ReactNode {
  if (error === undefined) return null;
  const request = requestOf(error);
  return (
    <div className="fault" role="alert">
      <p>{sentenceOf(error)}</p>
      {[...faultsOf(error)].map(([pointer, detail]) => (
        <p key={pointer}>
          <code>{pointer}</code> {detail}
        </p>
      ))}
      {request !== undefined && <p className="soft">{texts.requestId(request)}</p>}
    </div>
  );
}

function FieldRow(props: RowProps): ReactNode {
  const { field, text, fault, onType } = props;
  const id = useId();
  const notes = [field.help, fault].filter((note) => note !== undefined);
  if (field.kind === 'choices') return <Choices {...props} />;
  return (
    <div className={field.kind === 'flag' ? 'field flag' : 'field'}>
      <label htmlFor={id}>
        {field.label}
        {field.isRequired !== true && field.kind !== 'flag' && (
          <span className="soft"> {texts.optional}</span>
        )}
      </label>
      <Input
        {...{ field, text, onType, id }}
        noteId={notes.length > 0 ? `${id}-note` : undefined}
        isFaulty={fault !== undefined}
      />
      {notes.length > 0 && (
        <p id={`${id}-note`} className={fault === undefined ? 'soft' : 'bad-text'}>
          {notes.join(' ')}
        </p>
      )}
    </div>
  );
}

interface InputProps extends Omit<RowProps, 'fault'> {
  readonly id: string;
  readonly noteId: string | undefined;
  readonly isFaulty: boolean;
}

function Input({ field, text, onType, id, noteId, isFaulty }: InputProps): ReactNode {
  const common = {
    id,
    'aria-describedby': noteId,
    'aria-invalid': isFaulty,
    'aria-required': field.isRequired === true,
    name: field.name,
  };
  if (field.kind === 'flag') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={text === 'true'}
        onChange={({ target }) => onType(target.checked ? 'true' : '')}
      />
    );
  }
  if (field.kind === 'file') {
    return (
      <input
        {...common}
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => void target.files?.[0]?.text().then(onType)}
      />
    );
  }
  const typing = {
    ...common,
    value: text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onType(target.value),
  };
  if (field.kind === 'choice') {
    return (
      <select {...typing}>
        <option value="">–</option>
        {field.choices?.map((choice) => (
          <option key={choice} value={choice}>
            {written(field.labels?.[choice] ?? choice)}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === 'json' || field.kind === 'lines') {
    return <textarea {...typing} rows={6} spellCheck={false} className="code" />;
  }
  return <TypedInput {...typing} field={field} />;
}

function TypedInput(props: {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}): ReactNode {
  const { field, ...typing } = props;
  const listId = useId();
  return (
    <>
      <input
        {...typing}
        type={field.kind === 'password' ? 'password' : 'text'}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        autoComplete={field.autoComplete ?? 'off'}
        list={field.suggestions && listId}
      />
      {field.suggestions && (
        <datalist id={listId}>
          {field.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}
