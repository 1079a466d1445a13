import { describe, expect, it } from 'vitest';
import { anArtifact } from '../../../test/support/factories/an-artifact.js';
import { toInterfaceDialect } from './dialect.js';

describe('toInterfaceDialect', () => {
  it('replaces the words of the original system in metadata and manifest', () => {
    const document = {
      metadata: { name: 'x', IAPDependencies: { a: '' }, gitlabId: 7, iap_version: '2023.1' },
      manifest: { iapVersion: '2023.1', createdEpoch: 5 },
    };
    expect(toInterfaceDialect(document)).toEqual({
      metadata: {
        name: 'x',
        platformDependencies: { a: '' },
        registryId: 7,
        platform_version: '2023.1',
      },
      manifest: { platformVersion: '2023.1', createdEpoch: '5' },
    });
  });

  it('lets the word of the interface count where a document has both', () => {
    const metadata = { IAPDependencies: { a: '' }, platformDependencies: { b: '' } };
    expect(toInterfaceDialect({ metadata })).toEqual({
      metadata: { platformDependencies: { b: '' } },
    });
  });

  it('leaves a document of the interface, and the inside of bundles, as they are', () => {
    const document = anArtifact({
      bundles: [{ type: 'workflow', data: { name: 'w', gitlabId: 7, iap_version: null } }],
    });
    expect(toInterfaceDialect(document)).toEqual(document);
  });
});
