import { type SavedItem, saveInstances, type ServiceInstance } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { type Field } from '../parts/form-fields.js';
import { PlanDialog } from '../parts/plan-dialog.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';
import { Value } from '../parts/value.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/orchestrator.js';

type Values = Readonly<Record<string, unknown>>;

const FORMATS = ['native', 'cli', 'cli-c', 'xml'] as const;

function fieldsFor(instance: ServiceInstance | undefined): readonly Field[] {
  return [
    {
      name: 'path',
      label: texts.servicePath,
      kind: 'text',
      isRequired: true,
      initial: instance?.servicePath,
      help: texts.servicePathHelp,
    },
    {
      name: 'instance',
      label: texts.instance,
      kind: 'json',
      isRequired: true,
      initial: instance?.instance ?? {},
    },
    {
      name: 'adapterId',
      label: common.adapter,
      kind: 'text',
      initial: instance?.adapter ?? undefined,
      help: texts.adapterHelp,
    },
    {
      name: 'outformat',
      label: texts.showWhatChangesAs,
      kind: 'choice',
      choices: FORMATS,
      initial: 'native',
    },
    {
      name: 'options',
      label: texts.optionsOfCommit,
      kind: 'json',
      help: texts.commitOptionsHelp,
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
      title={instance ? common.changeName(written(instance.xpath)) : texts.saveServiceInstance}
      fields={fieldsFor(instance)}
      operation="saveInstances"
      verb={texts.commitExactlyThis}
      kind="danger"
      plan={(values) =>
        send(values, { dryrun: { outformat: FORMATS.find((one) => one === values['outformat']) } })
      }
      showPlan={(items) => <SavedItems items={items} isPlan />}
      unable={(items) =>
        items.every(({ planHash }) => planHash !== undefined) ? undefined : texts.dryRunFailed
      }
      apply={(values, [item]) => send(values, { planHash: item?.planHash })}
      showResult={(items) => <SavedItems items={items} />}
      done={texts.commitWasSent}
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
          {common.plan} <code>{planHash.replace(/^(\w+:.{12}).*/, '$1')}</code>
        </p>
      )}
      <Value label={common.whatChanges} value={dryrun} />
    </section>
  ));
}
