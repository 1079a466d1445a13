import { type PlatformApi } from './platform-api.js';

/** Password of every account of the demo. */
export const DEMO_PASSWORD = 'demo-password';

/** One account for each role, named like it. */
export const DEMO_ACCOUNTS = [
  'admin',
  'apiread',
  'apiwrite',
  'engineering',
  'operations',
  'operator',
  'other',
  'readonly',
  'support',
] as const;

/** Groups that the OpenID provider names, and the roles that they give. */
const GROUPS = {
  'network team': ['engineering', 'operations', 'apiread', 'apiwrite'],
  auditors: ['apiread', 'readonly'],
} as const;

interface Roles {
  readonly results: readonly {
    readonly _id: string;
    readonly provenance: string;
    readonly name: string;
  }[];
}

/** Makes the accounts and groups; `admin` is there from the first start on. */
export async function seedPeople(api: PlatformApi): Promise<void> {
  const { results } = await api.get<Roles>('/authorization/roles?limit=1000');
  const platform = (names: readonly string[]): string[] =>
    results
      .filter(({ provenance, name }) => provenance === 'platform' && names.includes(name))
      .map(({ _id }) => _id);
  for (const [name, roles] of Object.entries(GROUPS)) {
    await api.post('/authorization/groups', { group: { name, assignedRoles: platform(roles) } });
  }
  for (const username of DEMO_ACCOUNTS) {
    if (username === 'admin') continue;
    const account = { username, password: DEMO_PASSWORD, assignedRoles: platform([username]) };
    await api.post('/authorization/accounts', { account });
  }
}
