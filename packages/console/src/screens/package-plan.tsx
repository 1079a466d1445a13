import {
  type ChangePlanAnswer,
  type InstalledArtifact,
  installArtifact,
  planArtifact,
  type PlannedDocumentChange,
  type PrebuiltEntry,
  type TrackedOperationAnswer,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Unified } from '../parts/diff.js';
import { type Field } from '../parts/form-fields.js';
import { List } from '../parts/list.js';
import { PlanDialog } from '../parts/plan-dialog.js';
import { written } from '../parts/plain-text.js';
import { Status } from '../parts/status.js';
import { OperationProgress } from './package-operations.js';

type Values = Readonly<Record<string, unknown>>;
type Wanted = NonNullable<Parameters<typeof planArtifact>[0]['body']>;

const CHOICES = ['merge', 'keep', 'overwrite'] as const;

const USER_CHANGES: Field = {
  ...{ name: 'userChanges', label: 'What people have changed', kind: 'choice' },
  ...{ choices: CHOICES, initial: 'merge' },
  help: 'merge keeps both where they do not touch, keep leaves those documents, overwrite loses the changes.',
};
const FORCE: Field = {
  ...{ name: 'force', kind: 'flag' },
  label: 'Also when something that it needs does not run here',
};
const ADOPT: Field = {
  ...{ name: 'adopt', kind: 'flag' },
  label: 'Take over documents that people have made under the same names',
  help: 'Where one differs, the choice above says whose it is; merge refuses it and shows how. Automations are not taken over.',
};
const OPTIONS = [USER_CHANGES, ADOPT, FORCE];

/** What the fields above say. */
function optionsOf({ force, adopt, userChanges }: Values): NonNullable<Wanted['options']> {
  return {
    force: force === true,
    adopt: adopt === true,
    userChanges: CHOICES.find((one) => one === userChanges) ?? 'merge',
  };
}

/** Installs a package from its document, which comes as a file. */
export function InstallFileDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <ChangeOfPackages
      title="Install from a file"
      verb="Apply exactly this"
      fields={[
        {
          ...{ name: 'artifact', label: 'File of the package', kind: 'file', isRequired: true },
          help: 'artifact.json, as a package is exported. It takes the place of a version that is here.',
        },
        { name: 'signature', label: 'Its signature, in base64', kind: 'text' },
        ...OPTIONS,
      ]}
      wanted={({ artifact, signature, ...options }) => ({
        artifact: artifact as NonNullable<Wanted['artifact']>,
        ...(typeof signature === 'string' && { signature }),
        options: { ...optionsOf(options), overwrite: true },
      })}
      onClose={onClose}
    />
  );
}

/** Says what an installation would do, document by document, and does exactly that. */
export function InstallDialog(props: {
  readonly name: string;
  readonly here: InstalledArtifact | undefined;
  readonly offer: PrebuiltEntry | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const { name, here, offer, onClose } = props;
  const fields: readonly Field[] = [
    { name: 'version', label: 'Version', kind: 'text', initial: offer?.version },
    ...OPTIONS,
  ];
  return (
    <ChangeOfPackages
      title={`${here === undefined ? 'Install' : 'Change the version of'} ${written(name)}`}
      verb="Apply exactly this"
      fields={fields}
      wanted={({ version, ...options }) => ({
        name,
        ...(typeof version === 'string' && { version }),
        options: { ...optionsOf(options), overwrite: here !== undefined },
      })}
      onClose={onClose}
    />
  );
}

/** Says what goes with a package, and removes exactly that. */
export function RemoveDialog(props: {
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <ChangeOfPackages
      title={`Remove ${written(props.name)}`}
      verb="Remove exactly this"
      kind="danger"
      fields={[{ name: 'force', kind: 'flag', label: 'Along with what needs it' }]}
      wanted={({ force }) => ({ remove: [props.name], options: { force: force === true } })}
      onClose={props.onClose}
    />
  );
}

function ChangeOfPackages(props: {
  readonly title: string;
  readonly verb: string;
  readonly kind?: 'danger';
  readonly fields: readonly Field[];
  readonly wanted: (values: Values) => Wanted;
  readonly onClose: () => void;
}): ReactNode {
  const { wanted, ...rest } = props;
  const apply = async (
    values: Values,
    { hash }: ChangePlanAnswer,
  ): Promise<TrackedOperationAnswer> => {
    const body = wanted(values);
    const begun = await installArtifact({
      ...{ client, headers: { Prefer: 'respond-async' } },
      body: { ...body, options: { ...body.options, plan: hash } },
    });
    if ('kind' in begun) return begun;
    throw new Error('The platform answered as if all of it were done');
  };
  return (
    <PlanDialog
      {...rest}
      operation="installArtifact"
      plan={(values) => planArtifact({ client, body: wanted(values) })}
      showPlan={(plan) => <ShownPlan plan={plan} />}
      unable={({ applicable }) => (applicable ? undefined : 'The plan cannot be done')}
      apply={apply}
      showResult={(begun, onStale) => <OperationProgress begun={begun} onStale={onStale} />}
      done="It goes on in the background"
    />
  );
}

/** A plan: each package with its documents, and what is in the way. */
function ShownPlan({ plan }: { readonly plan: ChangePlanAnswer }): ReactNode {
  const { hash, packages, problems, missing, mismatching, notes, warnings } = plan;
  return (
    <>
      <p className="soft">
        Plan <code>{hash.slice(0, 12)}</code>
      </p>
      {problems.map(({ code, detail, reasons }) => (
        <p key={code + detail} className="bad-text prose">
          {written([detail, ...reasons].join('\n'))}
        </p>
      ))}
      {[...missing, ...mismatching].map(({ dependency, range }) => (
        <p key={dependency} className="bad-text">
          {written(`It needs ${dependency} ${range}`)}
        </p>
      ))}
      {[...notes, ...warnings.map(({ type, name, message }) => `${type} ${name}: ${message}`)].map(
        (note) => (
          <p key={note}>{written(note)}</p>
        ),
      )}
      {packages.map(({ name, action, from, to, documents, origin }) => (
        <section key={name} aria-label={`Plan for ${written(name)}`}>
          <h3>
            {written(`${action} ${name}: ${[from, to].filter((one) => one !== null).join(' → ')}`)}
          </h3>
          {origin && <p className="soft">Signature: {origin.signature}</p>}
          <Documents of={documents} />
        </section>
      ))}
    </>
  );
}

function Documents({ of }: { readonly of: readonly PlannedDocumentChange[] }): ReactNode {
  return (
    <>
      <DocumentList of={of} />
      {of.map(({ type, name, action, diff }) => {
        if (diff === null || diff === '') return null;
        const stays = action === 'kept' || action === 'conflict';
        const title = written(
          `${stays ? 'What the package has otherwise in' : 'What changes in'} ${name}`,
        );
        return (
          <details key={`${type} ${name}`}>
            <summary>
              {title} <Status of={action} />
            </summary>
            <Unified label={title} text={diff} />
          </details>
        );
      })}
    </>
  );
}

function DocumentList({ of }: { readonly of: readonly PlannedDocumentChange[] }): ReactNode {
  return (
    <List
      label="Documents"
      rows={of}
      idOf={({ type, name }) => `${type} ${name}`}
      columns={[
        { title: 'Document', cell: ({ name }) => name },
        { title: 'Type', cell: ({ type }) => type },
        { title: 'Becomes', cell: ({ action }) => <Status of={action} /> },
        {
          title: 'Where',
          cell: ({ pointers, userChanged }) =>
            [...(userChanged ? ['somebody has changed it'] : []), ...pointers].join(' '),
          look: 'wide',
        },
      ]}
      empty={null}
    />
  );
}
