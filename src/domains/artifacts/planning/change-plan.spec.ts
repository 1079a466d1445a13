import { describe, expect, it } from 'vitest';
import { planHash, type UnhashedPlan } from './change-plan.js';

type PackagePlan = UnhashedPlan['packages'][number];
type DocumentPlan = PackagePlan['documents'][number];
type PackageOrigin = NonNullable<PackagePlan['origin']>;

const ORIGIN: PackageOrigin = {
  config: '@acme',
  ref: 'main',
  integrity: 'abc',
  signature: { state: 'valid', key: 'k1' },
};
const DOCUMENT: DocumentPlan = {
  type: 'workflow',
  name: 'W',
  action: 'changed',
  isUserChanged: false,
  pointers: [],
  seen: 'before',
};

const hashOf = (change: Partial<PackagePlan> = {}, plan: Partial<UnhashedPlan> = {}): string =>
  planHash({
    packages: [
      {
        name: '@acme/x',
        action: 'upgrade',
        from: '1.0.0',
        to: '2.0.0',
        isAsked: true,
        origin: ORIGIN,
        requiredBy: [],
        documents: [DOCUMENT],
        ...change,
      },
    ],
    problems: [],
    missing: [],
    mismatching: [],
    resolved: [],
    ...plan,
  });

describe('planHash', () => {
  it('is the same for the same plan', () => {
    expect(hashOf()).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf()).toBe(hashOf({ isAsked: true }));
  });

  it.each<[string, Partial<PackagePlan>, Partial<UnhashedPlan>?]>([
    ['what happens to a package', { action: 'reinstall' }],
    ['the version', { to: '2.0.1' }],
    ['the version that is there', { from: '1.0.1' }],
    ['the repository', { origin: { ...ORIGIN, config: '@other' } }],
    ['the place in it', { origin: { ...ORIGIN, ref: 'release/2024.1' } }],
    ['the content', { origin: { ...ORIGIN, integrity: 'abd' } }],
    ['who signed', { origin: { ...ORIGIN, signature: { ...ORIGIN.signature, key: 'k2' } } }],
    ['what happens to a document', { documents: [{ ...DOCUMENT, action: 'merged' }] }],
    ['what stands there', { documents: [{ ...DOCUMENT, seen: 'after' }] }],
    ['a problem', {}, { problems: [{ code: 'name-taken', detail: 'taken', reasons: [] }] }],
    ['what is missing', {}, { missing: [{ dependency: 'adapter', range: '', requiredBy: [] }] }],
  ])('is another one for another: %s', (...[, change, plan]) => {
    expect(hashOf(change, plan)).not.toBe(hashOf());
  });
});
