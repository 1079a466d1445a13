import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/kernel/json-reading.js';
import { readArtifact } from '../../src/connectors/registry/artifact-reader.js';
import { LocalRegistry } from '../../src/connectors/registry/local/local.registry.js';
import { PACKAGE_CHECKS } from '../support/package-checks.js';
import { repeatedVersions, sharedNames } from '../support/package-documents.js';
import { CATALOGUE, copyOf, SHIPPED_PACKAGES } from '../support/shipped-package-copy.js';

describe('the packages of the catalogue', () => {
  it('are these, with one of them in two versions', () => {
    const labels = SHIPPED_PACKAGES.map(
      ({ packageJson }) => `${textOf(packageJson['name'])} ${textOf(packageJson['version'])}`,
    );
    expect(labels).toEqual([
      '@netadmin/backup-sweep 1.0.0',
      '@netadmin/device-onboarding 1.0.0',
      '@netadmin/expiry-report 1.0.0',
      '@netadmin/interface-change 1.0.0',
      '@netadmin/vlan-provisioning 1.1.0',
      '@netadmin/vlan-provisioning 1.0.2-2023.2.0',
    ]);
  });

  it('can all be installed side by side', () => {
    expect(sharedNames(SHIPPED_PACKAGES)).toEqual([]);
    expect(repeatedVersions(SHIPPED_PACKAGES)).toEqual([]);
  });

  it('come in parts, and once as a built document too', () => {
    const built = SHIPPED_PACKAGES.filter(({ artifact }) => artifact).map(({ folder }) => folder);
    expect(built).toEqual(['vlan-provisioning-2023.2']);
  });

  it('are read by the registry without a fault', async () => {
    const signal = new AbortController().signal;
    const registry = new LocalRegistry({ path: CATALOGUE, roots: [CATALOGUE], limitBytes: 1e6 });
    const found: string[] = [];
    for await (const { ref } of registry.list(signal)) {
      const { document } = await registry.fetch(ref, signal);
      found.push(`${ref} ${readArtifact(document).kind}`);
    }
    expect(found).toEqual(SHIPPED_PACKAGES.map(({ folder }) => `${folder} sound`));
  });

  describe.each(SHIPPED_PACKAGES.map((shipped) => [shipped.folder, shipped] as const))(
    '%s',
    (_, shipped) => {
      it.each(Object.entries(PACKAGE_CHECKS))('has sound %s', (__, check) => {
        expect(check(shipped)).toEqual([]);
      });
    },
  );
});

describe('the checks over all packages', () => {
  it('find a document that two packages ship', () => {
    const shipped = copyOf('expiry-report');
    const other = { ...shipped, packageJson: { ...shipped.packageJson, name: '@local/other' } };
    expect(sharedNames([shipped, other])).toContain('workflow Expiry Report');
  });

  it('find a version that is there twice', () => {
    const shipped = copyOf('expiry-report');
    expect(repeatedVersions([shipped, shipped])).toEqual(['@netadmin/expiry-report 1.0.0']);
  });
});
