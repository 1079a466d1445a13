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
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

type OnIssued = (issued: IssuedServiceAccountAnswer) => void;

const LIMIT = 25;

/** Accounts of programs, which get their tokens for a client id and a client secret. */
export function Programs(): ReactNode {
  const by = useNarrowed();
  const [issued, setIssued] = useState<IssuedServiceAccountAnswer>();
  const [name, skip] = [by.get('name'), Number(by.get('skip') ?? 0)];
  const query = {
    limit: LIMIT,
    skip,
    sort: 'name',
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
        <TextFilter name="name" label={common.nameContains} isFirst by={by} />
        <AddProgram onIssued={setIssued} />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={texts.serviceAccounts}
            rows={results}
            columns={columnsOf(setIssued)}
            idOf={({ _id }) => _id}
            empty={<p>{texts.serviceAccountsHelp}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
      {issued && (
        <ShownOnce
          title={texts.clientSecretOf(written(issued.name))}
          note={texts.goesWithClientId(issued.clientId)}
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
      verb={texts.addServiceAccount}
      kind="primary"
      hotkey="n"
      fields={[
        { name: 'name', label: common.name, kind: 'text', isRequired: true },
        { name: 'description', label: common.whatItIsFor, kind: 'text' },
        ...fields,
      ]}
      send={async ({ name, description = '', ...rest }) => {
        const { memberOf, assignedRoles } = membershipOf(rest);
        onIssued(
          await createServiceAccount({
            client,
            body: {
              name: String(name),
              description: String(description),
              assignedRoles,
              groups: memberOf.map(({ groupId }) => groupId),
            },
          }),
        );
      }}
      done={texts.serviceAccountIsAdded}
    />
  );
}

function columnsOf(onIssued: OnIssued): readonly Column<ServiceAccountAnswer>[] {
  return [
    { title: common.name, cell: ({ name }) => name },
    { title: texts.clientId, cell: ({ clientId }) => clientId },
    { title: common.whatItIsFor, cell: ({ description }) => description, look: 'wide' },
    {
      title: common.state,
      cell: ({ inactive }) => <Status of={inactive ? 'inactive' : 'active'} />,
    },
    { title: texts.lastSignIn, cell: ({ lastSignIn }) => <When at={lastSignIn} /> },
    {
      title: common.change,
      cell: ({ _id: id, name }) => (
        <div className="buttons">
          <ActButton
            operation="regenerateClientSecret"
            verb={texts.newSecret}
            question={texts.askNewSecret(written(name))}
            work={async () => onIssued(await regenerateClientSecret({ client, path: { id } }))}
            done={texts.thereIsAnotherSecret}
          />
          <ActButton
            operation="deleteServiceAccount"
            verb={common.deleteIt}
            kind="danger"
            question={texts.askDeleteForGood(written(name))}
            work={() => deleteServiceAccount({ client, path: { id } })}
            done={common.isDeleted(written(name))}
          />
        </div>
      ),
    },
  ];
}
