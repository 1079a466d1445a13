import {
  type AuthorizationRole,
  deleteRole,
  getRole,
  listRoleRecords,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { ListDetail } from '../parts/list-detail.js';
import { ActButton } from '../parts/operation-buttons.js';
import { Section } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Value } from '../parts/value.js';
import { useRead } from '../use-read.js';
import { AddRole, ChangeRole, ofPlatform } from './access-role-form.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

const LIMIT = 25;

const COLUMNS: readonly Column<AuthorizationRole>[] = [
  { title: texts.role, cell: ({ name }) => name },
  { title: common.ofWhat, cell: ({ provenance }) => provenance },
  { title: common.whatItIsFor, cell: ({ description }) => description, look: 'wide' },
  {
    title: common.operations,
    cell: ({ allowedMethods }) => String(allowedMethods.length),
    look: 'end',
  },
];

/** Roles, and the operations that the chosen one admits to. */
export function Roles(): ReactNode {
  const by = useNarrowed();
  const [name, skip, chosen] = [by.get('name'), Number(by.get('skip') ?? 0), by.get('role')];
  const query = {
    limit: LIMIT,
    skip,
    sort: 'name',
    ...(name !== undefined && { contains: name, containsField: 'name' }),
  };
  const reading = useRead(
    'listRoleRecords',
    [query],
    (signal) => listRoleRecords({ client, signal, query }),
    { keepsBefore: true },
  );
  return (
    <ListDetail
      filters={
        <>
          <TextFilter name="name" label={common.nameContains} isFirst by={by} />
          <AddRole onAdded={(id) => by.set('role', [id])} />
        </>
      }
      list={
        <Loaded of={reading}>
          {({ results, total }) => (
            <List
              label={texts.roles}
              rows={results}
              columns={COLUMNS}
              idOf={({ _id }) => _id}
              linkOf={({ _id }) => `/access?show=roles&role=${encodeURIComponent(_id)}`}
              empty={<p>{texts.noRoleMatches}</p>}
              foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
            />
          )}
        </Loaded>
      }
      detail={
        chosen !== undefined && <Role key={chosen} id={chosen} onGone={() => by.set('role', [])} />
      }
    />
  );
}

function Role(props: { readonly id: string; readonly onGone: () => void }): ReactNode {
  const { id, onGone } = props;
  const reading = useRead('getRole', [id], (signal) => getRole({ client, signal, path: { id } }));
  return (
    <Loaded of={reading}>
      {(role) => (
        <Section
          title={written(texts.whatAdmitsTo(role.name))}
          aside={
            <div className="buttons">
              <ChangeRole role={role} />
              <DeleteRole role={role} onGone={onGone} />
            </div>
          }
        >
          {role.description !== '' && <p className="prose">{written(role.description)}</p>}
          <Value
            label={common.operations}
            value={role.allowedMethods
              .map((method) => `${method.provenance}: ${method.name}`)
              .join('\n')}
          />
        </Section>
      )}
    </Loaded>
  );
}

function DeleteRole(props: {
  readonly role: AuthorizationRole;
  readonly onGone: () => void;
}): ReactNode {
  const { role, onGone } = props;
  const [name, path] = [written(role.name), { id: role._id }];
  return (
    <ActButton
      operation="deleteRole"
      verb={common.deleteIt}
      kind="danger"
      unable={ofPlatform(role)}
      question={texts.askDeleteRole(name)}
      readBy="getRole"
      read={(reader) => getRole({ client: reader, path })}
      work={async (headers) => {
        await deleteRole({ client, headers, path });
        onGone();
      }}
      done={common.isDeleted(name)}
    />
  );
}
