import {
  addGroup,
  type AuthorizationGroup,
  deleteGroup,
  getGroup,
  listGroups,
  updateGroup,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { namesText } from '../parts/facts.js';
import { Pages, TextFilter, useNarrowed } from '../parts/filters.js';
import { type Column, List } from '../parts/list.js';
import { ActButton, FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { Loaded } from '../parts/state.js';
import { Status } from '../parts/status.js';
import { useRead } from '../use-read.js';
import { membershipOf, useMembership, useRoleNames } from './access-choices.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

const LIMIT = 25;

/** Groups, what roles they give, and what groups they are in. */
export function Groups(): ReactNode {
  const by = useNarrowed();
  const roleNames = useRoleNames();
  const [name, skip] = [by.get('name'), Number(by.get('skip') ?? 0)];
  const query = {
    limit: LIMIT,
    skip,
    sort: 'name',
    ...(name !== undefined && { contains: name, containsField: 'name' }),
  };
  const reading = useRead(
    'listGroups',
    [query],
    (signal) => listGroups({ client, signal, query }),
    {
      keepsBefore: true,
    },
  );
  const columns: readonly Column<AuthorizationGroup>[] = [
    { title: texts.group, cell: (group) => group.name },
    { title: common.from, cell: ({ provenance }) => provenance },
    {
      title: texts.givesRoles,
      cell: ({ assignedRoles }) =>
        namesText(assignedRoles.map(({ roleId }) => roleNames.get(roleId) ?? roleId)),
      look: 'wide',
    },
    { title: texts.inGroups, cell: ({ memberOf }) => String(memberOf.length), look: 'end' },
    {
      title: common.state,
      cell: ({ inactive }) => <Status of={inactive ? 'inactive' : 'active'} />,
    },
    { title: common.change, cell: (group) => <GroupButtons group={group} /> },
  ];
  return (
    <>
      <div className="filters">
        <TextFilter name="name" label={common.nameContains} isFirst by={by} />
        <AddGroup />
      </div>
      <Loaded of={reading}>
        {({ results, total }) => (
          <List
            label={texts.groups}
            rows={results}
            columns={columns}
            idOf={({ _id }) => _id}
            empty={<p>{texts.noGroupMatches}</p>}
            foot={<Pages {...{ by, total, skip, limit: LIMIT, shown: results.length }} />}
          />
        )}
      </Loaded>
    </>
  );
}

function AddGroup(): ReactNode {
  const fields = useMembership()();
  return (
    <FormButton
      operation="addGroup"
      verb={texts.addGroup}
      kind="primary"
      hotkey="n"
      fields={[
        { name: 'name', label: common.name, kind: 'text', isRequired: true },
        { name: 'description', label: common.whatItIsFor, kind: 'text' },
        ...fields,
      ]}
      send={({ name, description = '', ...rest }) =>
        addGroup({
          client,
          body: {
            group: {
              name: String(name),
              description: String(description),
              ...membershipOf(rest),
            },
          },
        })
      }
      done={texts.groupIsAdded}
    />
  );
}

function GroupButtons({ group }: { readonly group: AuthorizationGroup }): ReactNode {
  const { _id: id, name } = group;
  const membership = useMembership();
  const path = { id };
  return (
    <div className="buttons">
      <EditButton
        operation="updateGroup"
        verb={common.change}
        title={common.changeName(written(name))}
        readBy="getGroup"
        read={(reader) => getGroup({ client: reader, path })}
        fields={({ description, inactive, ...rest }) => [
          { name: 'description', label: common.whatItIsFor, kind: 'text', initial: description },
          ...membership(rest),
          { name: 'inactive', label: texts.givesNothing, kind: 'flag', initial: inactive },
        ]}
        send={({ description = '', inactive, ...rest }, { memberOf }, headers) =>
          updateGroup({
            client,
            path,
            headers,
            body: {
              description: String(description),
              inactive: inactive === true,
              ...membershipOf(rest, memberOf),
            },
          })
        }
        done={common.isChanged(written(name))}
      />
      <ActButton
        operation="deleteGroup"
        verb={common.deleteIt}
        kind="danger"
        question={texts.askDeleteGroup(written(name))}
        readBy="getGroup"
        read={(reader) => getGroup({ client: reader, path })}
        work={(headers) => deleteGroup({ client, path, headers })}
        done={common.isDeleted(written(name))}
      />
    </div>
  );
}
