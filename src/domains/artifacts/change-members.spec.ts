import { describe, expect, it } from 'vitest';
import { anArtifact } from '../../../test/support/factories/an-artifact.js';
import { AppError } from '../../kernel/app-error.js';
import { aboutOf, type ChangeMembers, changeRequest } from './change-members.js';

const refusedAt = (work: () => unknown): readonly string[] => {
  try {
    work();
    return [];
  } catch (error) {
    return error instanceof AppError ? error.errors.map(({ pointer }) => pointer) : ['?'];
  }
};

describe('a request to change packages', () => {
  it('merges what users changed, and neither replaces nor forces, unless it says so', () => {
    expect(changeRequest({ name: '@acme/x' })).toMatchObject({
      install: { kind: 'named', named: { name: '@acme/x' } },
      overwrite: false,
      force: false,
      userChanges: 'merge',
      isAlone: false,
    });
    const options = { overwrite: true, force: true, userChanges: 'keep' } as const;
    expect(changeRequest({ name: '@acme/x', options })).toMatchObject(options);
  });

  it('installs a package by its name, from anywhere or from where it says, or a document', () => {
    expect(changeRequest({ name: 'x', config: '@a', version: '1' }).install).toEqual({
      kind: 'named',
      named: { name: 'x', config: '@a', version: '1' },
    });
    expect(changeRequest({ artifact: {} }).install).toEqual({
      kind: 'uploaded',
      uploaded: { document: {}, pointer: '#/artifact' },
    });
  });

  it('moves in what is brought along, whatever that asks for', () => {
    expect(changeRequest({ artifact: anArtifact() }).force).toBe(true);
  });

  it('removes packages by name', () => {
    const request = changeRequest({ remove: ['@acme/x', '@acme/y'], options: { force: true } });
    expect(request).toMatchObject({ install: null, remove: ['@acme/x', '@acme/y'], force: true });
  });

  it.each<[ChangeMembers, string]>([
    [{}, '#/name'],
    [{ config: '@a' }, '#/name'],
    [{ artifact: {}, version: '1' }, '#/version'],
    [{ remove: ['x'], name: 'y' }, '#/name'],
    [{ remove: ['x'], artifact: {} }, '#/artifact'],
    [{ name: 'x', signature: 'y' }, '#/signature'],
    [{ remove: ['x'], options: { adopt: true } }, '#/options/adopt'],
  ])('is refused for %j', (members, pointer) => {
    expect(refusedAt(() => changeRequest(members))).toEqual([pointer]);
  });

  it('is about the packages that it names', () => {
    expect(aboutOf(changeRequest({ name: '@acme/x' }))).toMatchObject({
      kind: 'install',
      subject: '@acme/x',
    });
    expect(aboutOf(changeRequest({ remove: ['a', 'b'] }))).toMatchObject({
      kind: 'uninstall',
      subject: 'a, b',
    });
    const artifact = anArtifact({ name: '@acme/sent' });
    expect(aboutOf(changeRequest({ artifact })).subject).toBe('@acme/sent');
    const faulty = changeRequest({ artifact: { metadata: {} } });
    expect(refusedAt(() => aboutOf(faulty))).toContain('#/artifact/manifest');
  });
});
