import { type SavedItem, saveInstances, type ServiceInstance } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { type Field } from '../parts/form-fields.js';
import { PlanDialog } from '../parts/plan-dialog.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';
import { Value } from '../parts/value.js';

type Values = Readonly<Record<string, unknown>>;

const FORMATS = ['native', 'cli', 'cli-c', 'xml'] as const;

function fieldsFor(instance: ServiceInstance | undefined): readonly Field[] {
  return [
    {
      ...{ name: 'path', label: 'Service path', kind: 'text', isRequired: true },
      ...{ initial: instance?.servicePath, help: 'For example /l3vpn:vpn/l3vpn' },
    },
    {
      ...{ name: 'instance', label: 'Instance', kind: 'json', isRequired: true },
      initial: instance?.instance ?? {},
    },
    {
      ...{ name: 'adapterId', label: 'Adapter', kind: 'text' },
      initial: instance?.adapter ?? undefined,
      help: 'Its name; needed only where there are several.',
    },
    {
      ...{ name: 'outformat', label: 'Show what changes as', kind: 'choice', choices: FORMATS },
      initial: 'native',
    },
    {
      ...{ name: 'options', label: 'Options of the commit', kind: 'json' },
      help: 'For example {"commit-queue": {"async": null}}',
    },
  ];
}

/** Saves a service instance: a dry-run shows what it changes, and exactly that is committed. */
export function SaveDialog(props: {
  readonly instance?: ServiceInstance;
  readonly onClose: () => void;
}): ReactNode {
  const { instance, onClose } = props;
  const send = async (values: Values, options: object): Promise<SavedItem[]> => {
    const answer = await saveInstances({
      client,
      body: {
        instance: { [String(values['path'])]: [values['instance']] },
        options: {
          ...(typeof values['options'] === 'object' && values['options']),
          ...(typeof values['adapterId'] === 'string' && { adapterId: values['adapterId'] }),
          ...options,
        },
      },
    });
    return Array.isArray(answer) ? answer : [];
  };
  return (
    <PlanDialog
      title={instance ? `Change ${written(instance.xpath)}` : 'Save a service instance'}
      fields={fieldsFor(instance)}
      operation="saveInstances"
      verb="Commit exactly this"
      kind="danger"
      plan={(values) =>
        send(values, { dryrun: { outformat: FORMATS.find((one) => one === values['outformat']) } })
      }
      showPlan={(items) => <SavedItems items={items} isPlan />}
      unable={(items) =>
        items.every(({ planHash }) => planHash !== undefined) ? undefined : 'The dry-run failed'
      }
      apply={(values, [item]) => send(values, { planHash: item?.planHash })}
      showResult={(items) => <SavedItems items={items} />}
      done="The commit was sent"
      onClose={onClose}
    />
  );
}

/** What became of each instance, or what a dry-run says of it. */
export function SavedItems(props: {
  readonly items: readonly SavedItem[];
  readonly isPlan?: boolean;
}): ReactNode {
  return props.items.map(({ xpath, outcome, error, action, target, dryrun, planHash }) => (
    <section key={xpath} className="inspector">
      <p>
        {!(props.isPlan && outcome === 'succeeded') && <Status of={outcome} />}{' '}
        <code>{written(xpath)}</code>{' '}
        {written([action ?? '', target.join(', ')].filter(Boolean).join(': '))}
      </p>
      {error !== null && <p className="bad-text prose">{written(error)}</p>}
      {planHash !== undefined && (
        <p className="soft">
          Plan <code>{planHash.replace(/^(\w+:.{12}).*/, '$1')}</code>
        </p>
      )}
      <Value label="What changes" value={dryrun} />
    </section>
  ));
}
