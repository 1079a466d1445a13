import { type RoleName, ROLE_NAMES } from '../../kernel/principal.js';
import { type OperationSpec } from './operation-spec.js';
import { BUILT_OPERATIONS, operationSpec } from './operations.js';

/** `docs/access.md`: how rights come about, and what each role may do. */
export function accessDocument(): string {
  return `${[HEAD, ...ROLE_NAMES.flatMap(roleSection), ...openSection()].join('\n\n')}\n`;
}

const HEAD = `# People and roles

Generated from \`src/api/operations/\` by \`npm run docs\`; do not edit. What each operation does: [operations](operations.md).

## Who may call an operation

- An **account** belongs to groups and holds roles. A **group** gives its members its roles, and those of the groups that it belongs
  to. What is inactive gives nothing.
- A **role** counts in one application (its provenance), or on the whole platform (provenance \`platform\`). Each operation belongs to
  an application and names the roles that admit; one of them is enough. \`admin\` counts where it is named, which is nearly everywhere.
- A **custom role** (provenance \`Custom\`) lists the operations that it admits to, and nobody lists or gives one that he may not call
  himself: \`send /authorization/roles '{"role":{"name":"night shift","allowedMethods":[{"name":"listJobs","provenance":"WorkFlowEngine"}]}}'\`.
- A refusal (403) says which roles would admit, and of which application.

\`\`\`sh
send /authorization/groups '{"group":{"name":"auditors"}}'
send /authorization/accounts '{"account":{"username":"ada","password":"a long password","groups":["auditors"]}}'
\`\`\`

## Why am I refused

\`explain\` answers the way by which a role is held, or the roles that are missing. Everybody may ask about himself; administrators may ask
about any account, and about an object with groups of its own:

\`\`\`sh
api '/authorization/explain?operation=listPrebuilts'
api '/authorization/explain?operation=POST%20/operations-manager/jobs/start&account=ada'
\`\`\`

## Objects that are for some groups alone

Automations, devices and their backups carry \`gbac\`: \`{"read": […], "write": […]}\`, lists of groups: ids, names of groups that were
made here, or \`{provenance, name}\`. Who is in none of them does not see the object (404), whatever his roles; with no group named
everyone whose roles admit sees it, and who may write may read. Administrators see everything. Workflows name \`groups\` by id instead ([content](content.md#workflows)), jobs take over what guards their
automation and workflow ([jobs](jobs.md#who-sees-a-job)).

## Programs

- A **token** acts for the account that made it, as far as the account may, and can be held to some of its roles, to networks and to a
  time; it is shown once: \`send /user-management/tokens '{"name":"nightly report","networks":["127.0.0.0/8"]}'\`.
- A **service account** has groups of its own and takes a token by its id and secret (OAuth 2, client credentials):
  \`send /oauth/serviceAccounts '{"name":"pipeline","groups":["auditors"]}'\`.
- **Tasks** of a workflow take the roles of the operation that does the same
  ([jobs](jobs.md#what-the-tasks-of-a-job-may-do)).

## What each role may do

A role of the whole platform may do all of its section; a role of one application what belongs to that application.`;

function roleSection(role: RoleName): readonly string[] {
  const admitted = BUILT_OPERATIONS.filter((id) => admits(operationSpec(id), role));
  if (admitted.length === 0) return [`### ${role}`, 'Nothing of its own.'];
  const applications = new Set(admitted.map((id) => operationSpec(id).application));
  const lines = [...applications].map((application) => {
    const ids = admitted.filter((id) => operationSpec(id).application === application);
    const reading = ids.filter((id) => operationSpec(id).method === 'GET');
    const others = ids.filter((id) => operationSpec(id).method !== 'GET');
    return `| ${application} | ${reading.join(', ')} | ${others.join(', ')} |`;
  });
  const table = ['| application | GET | others |', '| --- | --- | --- |', ...lines];
  return [`### ${role}`, table.join('\n')];
}

function admits({ access }: OperationSpec, role: RoleName): boolean {
  return typeof access === 'object' && 'roles' in access && access.roles.includes(role);
}

function openSection(): readonly string[] {
  const signedIn = BUILT_OPERATIONS.filter((id) => operationSpec(id).access === 'signed-in');
  return ['### Everybody who is signed in', signedIn.join(', ')];
}
