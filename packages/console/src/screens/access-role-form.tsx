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

/** The application of a role that lists what it admits to. */
const CUSTOM = 'Custom';

const DESCRIPTION: Field = { name: 'description', label: 'What it is for', kind: 'text' };

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
        ...{ name: 'allowedMethods', label: 'Operations that it admits to', kind: 'choices' },
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
        ...{ unable, initial: [...held] },
        help:
          unable.size === 0
            ? undefined
            : `What you may not do yourself you cannot give: ${unable.size} operations, the last ones.`,
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
      verb="Add a role"
      kind="primary"
      hotkey="n"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', isRequired: true },
        DESCRIPTION,
        {
          ...{ name: 'provenance', label: 'Where it counts', kind: 'choice', isRequired: true },
          ...{ choices: [CUSTOM, ...applications], initial: CUSTOM },
          labels: { [CUSTOM]: 'For the operations that are ticked below' },
          help: 'A role of an application has one of the names that operations ask for, and ticks none.',
        },
        fieldFor([]),
      ]}
      send={async ({ name, description = '', provenance, allowedMethods }) => {
        const role = {
          ...{ name: String(name), description: String(description) },
          provenance: provenance as NonNullable<NewRoleFields['provenance']>,
          allowedMethods: methodsOf(allowedMethods, []),
        };
        onAdded((await addRole({ client, body: { role } })).data._id);
      }}
      done="The role is added"
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
      verb="Change"
      title={`Change ${written(role.name)}`}
      unable={ofPlatform(role)}
      readBy="getRole"
      read={(reader) => getRole({ client: reader, path })}
      fields={({ name, description, provenance, allowedMethods }) => [
        ...(provenance === CUSTOM
          ? [
              {
                name: 'name',
                label: 'Name',
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
          ...{ client, path, headers },
          body: {
            description: String(description),
            ...(now.provenance === CUSTOM && {
              name: String(name),
              allowedMethods: methodsOf(allowedMethods, now.allowedMethods),
            }),
          },
        })
      }
      done={`${written(role.name)} is changed`}
    />
  );
}

/** Why a role can be neither changed nor deleted; undefined when it can. */
export function ofPlatform({ provenance }: AuthorizationRole): string | undefined {
  return provenance === 'platform' ? 'Roles of the platform stay as they are' : undefined;
}
