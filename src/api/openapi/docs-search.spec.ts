import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly id: string;
}
interface PageModules {
  readonly Contract: new (document: unknown) => { readonly operations: readonly Entry[] };
  readonly search: (
    operations: readonly Entry[],
    query: string,
  ) => { readonly found: readonly Entry[]; readonly hasAll: boolean };
}

/** The modules of the page are JavaScript, which the compiler does not read here. */
async function moduleOfPage(name: string): Promise<Partial<PageModules>> {
  const path = join(import.meta.dirname, 'page', name);
  return (await import(path)) as Partial<PageModules>;
}

const { Contract, search } = {
  ...(await moduleOfPage('contract.js')),
  ...(await moduleOfPage('search.js')),
} as PageModules;
const { operations } = new Contract(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
const found = (query: string) => {
  const { found: entries, hasAll } = search(operations, query);
  return { ids: entries.map(({ id }) => id), hasAll };
};

describe('the search of the docs page', () => {
  it.each([
    ['cancel a job', 'cancelJobs'],
    ['Job cancelled', 'cancelJobs'],
    ['give a group a role', 'updateGroup'],
    ['add role to group', 'updateGroup'],
    ['grant role', 'updateGroup'],
    ['who backed up this device last', 'listDeviceBackups'],
    ['latest backup', 'listDeviceBackups'],
    ['compare backups', 'diffBackups'],
    ['restore a backup', 'changeDevice'],
    ['install a package', 'installArtifact'],
    ['uninstall a package', 'uninstallArtifact'],
    ['rotate secrets', 'regenerateClientSecret'],
    ['call a webhook trigger', 'runEndpointTrigger'],
    ['run a workflow', 'startJob'],
    ['approve a task', 'finishManualTask'],
    ['create a user', 'createAccount'],
    ['change my password', 'changeOwnPassword'],
    ['pause all jobs', 'pauseJobs'],
    ['listPolicies of retention', 'listRetentionPolicies'],
    ['audit log', 'listAuditEntries'],
    ['log of changes', 'listAuditEntries'],
    ['reset password', 'changeOwnPassword'],
    ['reset password', 'updateAccount'],
    ['backup a device', 'takeBackups'],
    ['new api token', 'createApiToken'],
    ['stop a job', 'cancelJobs'],
  ])('finds by %j among the first three %s', (query, id) => {
    expect(found(query).ids.slice(0, 3)).toContain(id);
  });

  it.each([
    ['startjob', 'startJob'],
    ['who am i', 'whoami'],
    ['log in', 'login'],
    ['cancel j', 'cancelJobs'],
    ['back up a device', 'takeBackups'],
    ['add a device', 'putDevice'],
    ['create a device', 'putDevice'],
    ['remove a device', 'deleteDevice'],
    ['show a device', 'getDevice'],
    ['edit a device', 'updateDevice'],
    ['rename a workflow', 'updateWorkflow'],
    ['view a workflow', 'getWorkflow'],
    ['new account', 'createAccount'],
  ])('finds by %j first %s, which is named or asked for so', (query, id) => {
    expect(found(query)).toMatchObject({ ids: expect.arrayContaining([id]), hasAll: true });
    expect(found(query).ids[0]).toBe(id);
  });

  it('shows those that hold a word by name before those that hold more in passing', () => {
    const entry = (id: string, summary: string, description: string) => ({
      [`/${id}`]: { get: { operationId: id, summary, description } },
    });
    const paths = {
      ...entry('listOwls', 'List owls', ''),
      ...entry('listBirds', 'List birds', 'An owl is a bird, and a nest is a place'),
      ...entry('listBees', 'List bees', 'A nest is a place'),
    };
    const { operations: few } = new Contract({ paths });
    const { found: ids } = search(few, 'owl nest');
    expect(ids.map(({ id }) => id)).toEqual(['listOwls', 'listBirds']);
  });

  it('shows those with the most words where none has all of them', () => {
    const { ids, hasAll } = found('cancel job xyzzy');
    expect(hasAll).toBe(false);
    expect(ids).toEqual(found('cancel job').ids);
    expect(found('xyzzy')).toEqual({ ids: [], hasAll: false });
  });

  it('takes filler words for words where there are no others', () => {
    expect(found('who').ids).toContain('whoami');
    expect(found(' ').ids).toHaveLength(operations.length);
  });
});
