import {
  createServiceAccount,
  deleteServiceAccount,
  type IssuedServiceAccountAnswer,
  listServiceAccounts,
  regenerateClientSecret,
  type ServiceAccountAnswer,
} from '../../../client/src/client.js';
import { type ReactNode, useState } from 'react';
import { client } from '../api.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { ShownOnce } from '../parts/shown-once.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { When } from '../parts/time.js';
import { useRead } from '../use-read.js';
import { membershipOf, useMembership } from './access-choices.js';

type OnIssued = (issued: IssuedServiceAccountAnswer) => void;

const LIMIT = 25;

/** Accounts of programs, which get their tokens for a client id and a client secret. */
export function Programs(): ReactNode {
  const by = useNarrowed();
  const [issued, setIssued] = useState<IssuedServiceAccountAnswer>();
  const [name, skip] = [by.get('name'), Number(by.get('skip') ?? 0)];
  const query = {
    ...{ limit: LIMIT, skip, sort: 'name' },
    ...(name !== undefined && { contains: name, containsField: 'name' }),
  };
  const reading = useRead(
    'listServiceAccounts',
    [query],
    (signal) => listServiceAccounts({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <>
      <div className="filters">
        <TextFilter name="name" label="Name contains" isFirst by={by} />
        <AddProgram onIssued={setIssued} />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label="Service accounts"
            rows={results}
            columns={columnsOf(setIssued)}
            idOf={({ _id }) => _id}
            empty={<p>Programs sign in by one of these.</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
      {issued && (
        <ShownOnce
          title={`Client secret of ${written(issued.name)}`}
          note={`It goes with the client id ${issued.clientId}.`}
          secret={issued.clientSecret}
          onClose={() => setIssued(undefined)}
        />
      )}
    </>
  );
}

function AddProgram({ onIssued }: { readonly onIssued: OnIssued }): ReactNode {
  const fields = useMembership()();
  return (
    <FormButton
      operation="createServiceAccount"
      verb="Add a service account"
      kind="primary"
      hotkey="n"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', isRequired: true },
        { name: 'description', label: 'What it is for', kind: 'text' },
        ...fields,
      ]}
      send={async ({ name, description = '', ...rest }) => {
        const { memberOf, assignedRoles } = membershipOf(rest);
        onIssued(
          await createServiceAccount({
            client,
            body: {
              ...{ name: String(name), description: String(description), assignedRoles },
              groups: memberOf.map(({ groupId }) => groupId),
            },
          }),
        );
      }}
      done="The service account is added"
    />
  );
}

function columnsOf(onIssued: OnIssued): readonly Column<ServiceAccountAnswer>[] {
  return [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Client id', cell: ({ clientId }) => clientId },
    { title: 'What it is for', cell: ({ description }) => description, look: 'wide' },
    { title: 'State', cell: ({ inactive }) => <Status of={inactive ? 'inactive' : 'active'} /> },
    { title: 'Last sign-in', cell: ({ lastSignIn }) => <When at={lastSignIn} /> },
    {
      title: 'Change',
      cell: ({ _id: id, name }) => (
        <div className="buttons">
          <ActButton
            operation="regenerateClientSecret"
            verb="New secret"
            question={`The secret of ${written(name)} counts no more. Make another?`}
            work={async () => onIssued(await regenerateClientSecret({ client, path: { id } }))}
            done="There is another secret"
          />
          <ActButton
            operation="deleteServiceAccount"
            verb="Delete"
            kind="danger"
            question={`Delete ${written(name)} for good?`}
            work={() => deleteServiceAccount({ client, path: { id } })}
            done={`${written(name)} is deleted`}
          />
        </div>
      ),
    },
  ];
}
