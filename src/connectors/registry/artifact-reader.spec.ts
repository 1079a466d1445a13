import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { type JsonObject } from '../../kernel/json.js';
import { anArtifact } from '../../../test/support/factories/an-artifact.js';
import { type Artifact } from './artifact.js';
import { readArtifact } from './artifact-reader.js';

const soundOf = (document: JsonObject): Artifact => {
  const reading = readArtifact(document);
  if (reading.kind === 'sound') return reading.artifact;
  throw new Error(JSON.stringify(reading.faults));
};
const pointersOf = (document: JsonObject): readonly string[] => {
  const reading = readArtifact(document);
  return reading.kind === 'sound' ? [] : reading.faults.map((fault) => fault.pointer);
};
const withMetadata = (metadata: JsonObject): JsonObject => anArtifact({ metadata });

describe('readArtifact', () => {
  it('reads what the platform needs', () => {
    expect(soundOf(anArtifact({ manifest: { platformVersion: 2023.2 } }))).toMatchObject({
      name: '@acme/interface-change',
      version: '1.0.0',
      author: 'Acme Networks',
      keywords: ['acme', 'network'],
      platformDependencies: {},
      platformVersion: '2023.2',
      createdAt: new Date(1701366473295),
      manifestArtifacts: [{ type: 'workflow' }],
      bundles: [{ type: 'workflow' }],
    });
  });

  it('reads the words of the original system and npm forms', () => {
    const artifact = soundOf(
      withMetadata({
        IAPDependencies: { '@acme/app-mop': '^1.0.0' },
        gitlabId: 52662758,
        author: { name: 'Ada', email: 'ada@acme.example' },
        repository: 'https://git.acme.example/x.git',
        license: null,
        platformDependencies: null,
      }),
    );
    expect(artifact).toMatchObject({
      platformDependencies: { '@acme/app-mop': '^1.0.0' },
      registryId: 52662758,
      author: 'Ada <ada@acme.example>',
      repository: { type: 'git', url: 'https://git.acme.example/x.git' },
      license: '',
    });
  });

  it('takes a package that says only what it must', () => {
    const artifact = soundOf({
      metadata: { name: 'x', version: '1' },
      manifest: {},
      bundles: [],
    });
    expect(artifact).toMatchObject({ description: '', keywords: [], readme: '' });
    expect(artifact.platformDependencies).toBeUndefined();
    expect(artifact.createdAt).toBeUndefined();
  });

  it.each<[string, JsonObject, string]>([
    ['no name', withMetadata({ name: null }), '#/metadata/name'],
    ['an empty name', withMetadata({ name: '' }), '#/metadata/name'],
    ['a name with a line break', withMetadata({ name: 'a\nb' }), '#/metadata/name'],
    ['a name of 300 characters', withMetadata({ name: 'x'.repeat(300) }), '#/metadata/name'],
    ['a version that is no text', withMetadata({ version: 1 }), '#/metadata/version'],
    ['a description that is no text', withMetadata({ description: {} }), '#/metadata/description'],
    ['keywords that are no list', withMetadata({ keywords: 'a' }), '#/metadata/keywords'],
    ['a keyword that is no text', withMetadata({ keywords: ['a', 1] }), '#/metadata/keywords/1'],
    ['a registry id of 0', withMetadata({ registryId: 0 }), '#/metadata/registryId'],
    [
      'dependencies as a list',
      withMetadata({ platformDependencies: [] }),
      '#/metadata/platformDependencies',
    ],
    [
      'a range that is no text',
      withMetadata({ platformDependencies: { 'a/b': 1 } }),
      '#/metadata/platformDependencies/a~1b',
    ],
    [
      'a repository without text',
      withMetadata({ repository: { type: 1 } }),
      '#/metadata/repository/type',
    ],
    ['no manifest', { ...anArtifact(), manifest: null }, '#/manifest'],
    [
      'a location that climbs',
      anArtifact({ manifest: { artifacts: [{ location: '/bundles/../../x' }] } }),
      '#/manifest/artifacts/0/location',
    ],
    [
      'a location of Windows',
      anArtifact({ manifest: { artifacts: [{ location: 'C:\\x' }] } }),
      '#/manifest/artifacts/0/location',
    ],
    [
      'a location with NUL',
      anArtifact({ manifest: { artifacts: [{ location: 'a\0' }] } }),
      '#/manifest/artifacts/0/location',
    ],
    ['bundles as an object', { ...anArtifact(), bundles: {} }, '#/bundles'],
    ['a bundle without type', { ...anArtifact(), bundles: [{ data: {} }] }, '#/bundles/0/type'],
    [
      'a bundle without data',
      { ...anArtifact(), bundles: [{ type: 'workflow' }] },
      '#/bundles/0/data',
    ],
    ['a readme that is no text', { ...anArtifact(), readme: [] }, '#/readme'],
  ])('refuses %s and names the place', (_, document, pointer) => {
    expect(pointersOf(document)).toEqual([pointer]);
  });

  it('answers for every JSON object, and changes none', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const shaped = fc.record(
      { metadata: json, manifest: json, bundles: json, readme: json },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(shaped, (document) => {
        const before = JSON.stringify(document);
        readArtifact(document as JsonObject);
        expect(JSON.stringify(document)).toBe(before);
      }),
    );
  });
});
