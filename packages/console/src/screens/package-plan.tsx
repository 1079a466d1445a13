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
import * as common from '../texts/common.js';
import * as texts from '../texts/packages.js';

type Values = Readonly<Record<string, unknown>>;
type Wanted = NonNullable<Parameters<typeof planArtifact>[0]['body']>;

const CHOICES = ['merge', 'keep', 'overwrite'] as const;

const USER_CHANGES: Field = {
  name: 'userChanges',
  label: texts.userChanges,
  kind: 'choice',
  choices: CHOICES,
  initial: 'merge',
  help: texts.userChangesHelp,
};
const FORCE: Field = {
  name: 'force',
  kind: 'flag',
  label: texts.alsoUnmetNeeds,
};
const ADOPT: Field = {
  name: 'adopt',
  kind: 'flag',
  label: texts.adopt,
  help: texts.adoptHelp,
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
      title={texts.installFromFile}
      verb={texts.applyExactlyThis}
      fields={[
        {
          name: 'artifact',
          label: texts.fileOfPackage,
          kind: 'file',
          isRequired: true,
          help: texts.fileOfPackageHelp,
        },
        { name: 'signature', label: texts.itsSignatureInBase64, kind: 'text' },
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
    { name: 'version', label: common.version, kind: 'text', initial: offer?.version },
    ...OPTIONS,
  ];
  return (
    <ChangeOfPackages
      title={texts.installOrChange(written(name), here !== undefined)}
      verb={texts.applyExactlyThis}
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
      title={texts.removeName(written(props.name))}
      verb={texts.removeExactlyThis}
      kind="danger"
      fields={[{ name: 'force', kind: 'flag', label: texts.alsoDependents }]}
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
      client,
      headers: { Prefer: 'respond-async' },
      body: { ...body, options: { ...body.options, plan: hash } },
    });
    if ('kind' in begun) return begun;
    throw new Error(texts.answeredAsIfDone);
  };
  return (
    <PlanDialog
      {...rest}
      operation="installArtifact"
      plan={(values) => planArtifact({ client, body: wanted(values) })}
      showPlan={(plan) => <ShownPlan plan={plan} />}
      unable={({ applicable }) => (applicable ? undefined : texts.planCannotBeDone)}
      apply={apply}
      showResult={(begun, onStale) => <OperationProgress begun={begun} onStale={onStale} />}
      done={texts.goesOnInBackground}
    />
  );
}

/** A plan: each package with its documents, and what is in the way. */
function ShownPlan({ plan }: { readonly plan: ChangePlanAnswer }): ReactNode {
  const { hash, packages, problems, missing, mismatching, notes, warnings } = plan;
  return (
    <>
      <p className="soft">
        {common.plan} <code>{hash.slice(0, 12)}</code>
      </p>
      {problems.map(({ code, detail, reasons }) => (
        <p key={code + detail} className="bad-text prose">
          {written([detail, ...reasons].join('\n'))}
        </p>
      ))}
      {[...missing, ...mismatching].map(({ dependency, range }) => (
        <p key={dependency} className="bad-text">
          {written(texts.needs(dependency, range))}
        </p>
      ))}
      {[...notes, ...warnings.map(({ type, name, message }) => `${type} ${name}: ${message}`)].map(
        (note) => (
          <p key={note}>{written(note)}</p>
        ),
      )}
      {packages.map(({ name, action, from, to, documents, origin }) => (
        <section key={name} aria-label={texts.planFor(written(name))}>
          <h3>
            {written(`${action} ${name}: ${[from, to].filter((one) => one !== null).join(' → ')}`)}
          </h3>
          {origin && <p className="soft">{texts.signatureOutcome(origin.signature)}</p>}
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
        const title = written(texts.whatChangesIn(stays, name));
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
      label={common.documents}
      rows={of}
      idOf={({ type, name }) => `${type} ${name}`}
      columns={[
        { title: common.document, cell: ({ name }) => name },
        { title: common.type, cell: ({ type }) => type },
        { title: texts.becomes, cell: ({ action }) => <Status of={action} /> },
        {
          title: texts.where,
          cell: ({ pointers, userChanged }) =>
            [...(userChanged ? [texts.somebodyHasChangedIt] : []), ...pointers].join(' '),
          look: 'wide',
        },
      ]}
      empty={null}
    />
  );
}
