import {
  addRole,
  type AllowedMethod,
  type AuthorizationRole,
  getRole,
  listMethods,
  type NewRoleFields,
  updateRole,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client } from '../api.js';
import { EditButton } from '../parts/edit-button.js';
import { type Field } from '../parts/form-fields.js';
import { FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { useSession } from '../session.js';
import { useRead } from '../use-read.js';
import { tickedIn } from './access-choices.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/access.js';

/** The application of a role that lists what it admits to. */
const CUSTOM = texts.custom;

const DESCRIPTION: Field = { name: 'description', label: common.whatItIsFor, kind: 'text' };

interface Methods {
  readonly applications: readonly string[];
  /** The field that ticks operations: first those that a role lists, last those that nobody can give here. */
  readonly fieldFor: (now: readonly AllowedMethod[]) => Field;
  /** What was ticked, in the form that the platform takes. */
  readonly methodsOf: (ticked: unknown, now: readonly AllowedMethod[]) => AllowedMethod[];
}

/** What roles can admit to, as far as the person who looks may give it. */
function useMethods(): Methods {
  const { may } = useSession();
  const query = { include: 'name,provenance,description' };
  const reading = useRead('listMethods', [query], (signal) =>
    listMethods({ client, signal, query }),
  );
  const known = reading.query.data?.results ?? [];
  return {
    applications: [...new Set(known.map(({ provenance }) => provenance))].sort(),
    fieldFor(now) {
      const held = new Set(now.map(({ name }) => name));
      const unable = new Set(
        known.map(({ name }) => name).filter((name) => !held.has(name) && !may(name)),
      );
      const others = known.map(({ name }) => name).filter((name) => !held.has(name));
      return {
        name: 'allowedMethods',
        label: texts.operationsOfRole,
        kind: 'choices',
        choices: [
          ...held,
          ...others.filter((name) => !unable.has(name)),
          ...others.filter((name) => unable.has(name)),
        ],
        labels: Object.fromEntries(
          known.map(({ name, provenance, description }) => [
            name,
            `${name} (${provenance}): ${description}`,
          ]),
        ),
        unable,
        initial: [...held],
        help: unable.size === 0 ? undefined : texts.notYoursToGive(unable.size),
      };
    },
    methodsOf(ticked, now) {
      const owners = new Map([...now, ...known].map(({ name, provenance }) => [name, provenance]));
      return tickedIn(ticked).map((name) => ({ name, provenance: owners.get(name) ?? '' }));
    },
  };
}

/** Adds a role: one that lists what it admits to, or one of an application, whose name says it. */
export function AddRole({ onAdded }: { readonly onAdded: (id: string) => void }): ReactNode {
  const { applications, fieldFor, methodsOf } = useMethods();
  return (
    <FormButton
      operation="addRole"
      verb={texts.addRole}
      kind="primary"
      hotkey="n"
      fields={[
        { name: 'name', label: common.name, kind: 'text', isRequired: true },
        DESCRIPTION,
        {
          name: 'provenance',
          label: texts.whereItCounts,
          kind: 'choice',
          isRequired: true,
          choices: [CUSTOM, ...applications],
          initial: CUSTOM,
          labels: { [CUSTOM]: texts.forTickedOperations },
          help: texts.applicationRoleHelp,
        },
        fieldFor([]),
      ]}
      send={async ({ name, description = '', provenance, allowedMethods }) => {
        const role = {
          name: String(name),
          description: String(description),
          provenance: provenance as NonNullable<NewRoleFields['provenance']>,
          allowedMethods: methodsOf(allowedMethods, []),
        };
        onAdded((await addRole({ client, body: { role } })).data._id);
      }}
      done={texts.roleIsAdded}
    />
  );
}

/** Changes what is said of a role, and of a custom one its name and what it admits to. */
export function ChangeRole({ role }: { readonly role: AuthorizationRole }): ReactNode {
  const { fieldFor, methodsOf } = useMethods();
  const path = { id: role._id };
  return (
    <EditButton
      operation="updateRole"
      verb={common.change}
      title={common.changeName(written(role.name))}
      unable={ofPlatform(role)}
      readBy="getRole"
      read={(reader) => getRole({ client: reader, path })}
      fields={({ name, description, provenance, allowedMethods }) => [
        ...(provenance === CUSTOM
          ? [
              {
                name: 'name',
                label: common.name,
                kind: 'text',
                isRequired: true,
                initial: name,
              } as const,
            ]
          : []),
        { ...DESCRIPTION, initial: description },
        ...(provenance === CUSTOM ? [fieldFor(allowedMethods)] : []),
      ]}
      send={({ name, description = '', allowedMethods }, now, headers) =>
        updateRole({
          client,
          path,
          headers,
          body: {
            description: String(description),
            ...(now.provenance === CUSTOM && {
              name: String(name),
              allowedMethods: methodsOf(allowedMethods, now.allowedMethods),
            }),
          },
        })
      }
      done={common.isChanged(written(role.name))}
    />
  );
}

/** Why a role can be neither changed nor deleted; undefined when it can. */
export function ofPlatform({ provenance }: AuthorizationRole): string | undefined {
  return provenance === 'platform' ? texts.platformRolesStay : undefined;
}
