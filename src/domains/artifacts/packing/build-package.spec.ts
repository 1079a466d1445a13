import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { foldText } from '../../../kernel/folded-text.js';
import { listOf, objectOf, textOf } from '../../../kernel/json-reading.js';
import { buildPackage, type PackageHead } from './build-package.js';
import { bundleLocations } from './bundle-locations.js';
import { PACKED_KINDS, type PackageMember, type PackedKind } from './packed-document.js';

const HEAD: PackageHead = {
  name: '@acme/onboarding',
  version: '1.2.3',
  description: 'Takes *devices* in',
  author: 'Acme',
  license: 'MIT',
  keywords: ['a'],
  platformDependencies: { 'app-mop': '>=2023.2' },
};
const member = (kind: PackedKind, name: string, isChosen = true): PackageMember => ({
  kind,
  id: `id of ${name}`,
  name,
  document: { _id: `id of ${name}`, name },
  isChosen,
});
const NOW = new Date('2026-01-02T03:04:05.678Z');

describe('buildPackage', () => {
  const built = buildPackage(
    HEAD,
    [member('workflow', 'Onboard'), member('json-form', 'Ask', false)],
    NOW,
  );

  it('writes what catalogues read', () => {
    const reading = readArtifact(built);
    if (reading.kind !== 'sound') throw new Error(JSON.stringify(reading.faults));
    expect(reading.artifact).toMatchObject({ ...HEAD, createdAt: NOW });
    expect(reading.artifact.bundles.map(({ type }) => type)).toEqual(['workflow', 'json-forms']);
  });

  it('names every document in its manifest, with its place and whether it was asked for', () => {
    expect(objectOf(built['manifest'])).toEqual({
      bundleName: '@acme/onboarding',
      version: '1.2.3',
      fingerprint: expect.stringMatching(/^[0-9a-f]{24}$/),
      createdEpoch: '1767323045678',
      artifacts: [
        {
          id: 'id of Onboard',
          name: 'Onboard',
          type: 'workflow',
          location: '/bundles/workflows/Onboard.json',
          properties: { entryPoint: true },
        },
        {
          id: 'id of Ask',
          name: 'Ask',
          type: 'json-forms',
          location: '/bundles/json-forms/Ask.json',
          properties: { entryPoint: false },
        },
      ],
    });
  });

  it('has a fingerprint that follows the documents and nothing else', () => {
    const fingerprint = (head: PackageHead, name: string) =>
      objectOf(buildPackage(head, [member('workflow', name)], new Date())['manifest'])[
        'fingerprint'
      ];
    expect(fingerprint(HEAD, 'A')).toBe(fingerprint({ ...HEAD, version: '9.9.9' }, 'A'));
    expect(fingerprint(HEAD, 'A')).not.toBe(fingerprint(HEAD, 'B'));
  });

  it('begins a README in which names are only text', () => {
    const readme = textOf(
      buildPackage(HEAD, [member('automation', '# [x](y)\n# z')], NOW)['readme'],
    );
    expect(readme).toBe(
      [
        '# @acme/onboarding',
        '',
        String.raw`Takes \*devices\* in`,
        '',
        '## How to run',
        '',
        String.raw`- automation **\# \[x\](y) \# z**`,
        '',
        '## What it holds',
        '',
        String.raw`- automation **\# \[x\](y) \# z**`,
        '',
        '## What it needs',
        '',
        '- app-mop',
        '',
      ].join('\n'),
    );
  });
});

describe('bundleLocations', () => {
  it.each([
    ['Plain', '/bundles/workflows/Plain.json'],
    ['a/b\\c:d', '/bundles/workflows/a_b_c_d.json'],
    ['..', '/bundles/workflows/_.json'],
    ['ends. ', '/bundles/workflows/ends.json'],
    ['\u0000', '/bundles/workflows/_.json'],
  ])('puts %j at %s', (name, location) => {
    expect(bundleLocations([member('workflow', name)])).toEqual([location]);
  });

  it('keeps apart what file systems do not tell apart', () => {
    const names = ['Same', 'same', 'SAME', 'Same'];
    expect(bundleLocations(names.map((name) => member('template', name)))).toEqual([
      '/bundles/templates/Same.json',
      '/bundles/templates/same (2).json',
      '/bundles/templates/SAME (3).json',
      '/bundles/templates/Same (4).json',
    ]);
  });

  it('finds a place of its own inside the package for every name', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.constantFrom('a', 'A', '/', '.', '..', '\\', 'a:', 'e\u0301', '\u00e9'),
    );
    const members = fc.array(fc.tuple(fc.constantFrom(...PACKED_KINDS), name));
    fc.assert(
      fc.property(members, (all) => {
        const built = all.map(([kind, text]) => member(kind, text));
        const places = bundleLocations(built);
        expect(new Set(places.map(foldText)).size).toBe(places.length);
        for (const place of places) {
          const [empty, root, folder, file = '', ...more] = place.split('/');
          expect([empty, root, more]).toEqual(['', 'bundles', []]);
          expect(folder).toMatch(/^[a-z-]+s$/);
          expect(Buffer.byteLength(file)).toBeLessThan(256);
        }
        const artifact = buildPackage(HEAD, built, NOW);
        expect(listOf(objectOf(artifact['manifest'])['artifacts'])).toHaveLength(all.length);
        expect(readArtifact(artifact)).toMatchObject({ kind: 'sound' });
      }),
    );
  });
});
