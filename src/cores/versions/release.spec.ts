import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { RELEASE_KEY_END, releaseKey, releaseLabel } from './release.js';

describe('releaseKey', () => {
  it('orders labels by their numbers', () => {
    const labels = ['2023.10', '2024', '2023.2.1', '2023.2', '2023.1', '2023.2.1.5'];
    const ordered = labels.toSorted((a, b) => (releaseKey(a) ?? 0) - (releaseKey(b) ?? 0));
    expect(ordered).toEqual(['2023.1', '2023.2', '2023.2.1', '2023.2.1.5', '2023.10', '2024']);
  });

  it.each(['', 'latest', '2023.', '20235.1', '2023.1.1.1.1', '-1', '1e3', '2023.1234'])(
    'is null for %j',
    (text) => {
      expect(releaseKey(text)).toBeNull();
    },
  );

  it('keeps different labels of up to four numbers apart and below the end', () => {
    const part = fc.integer({ min: 0, max: 999 });
    const label = fc.tuple(fc.integer({ min: 0, max: 9999 }), part, part, part);
    fc.assert(
      fc.property(label, label, (a, b) => {
        const [left, right] = [releaseKey(a.join('.')), releaseKey(b.join('.'))];
        expect(left === right).toBe(a.join('.') === b.join('.'));
        expect(left).toBeLessThan(RELEASE_KEY_END);
      }),
    );
  });
});

describe('releaseLabel', () => {
  it('prefers the release branch, then the manifest, then the version', () => {
    const evidence = {
      branch: 'release/2023.2',
      platformVersion: '2023.1',
      version: '1.0.0-2022.1',
    };
    expect(releaseLabel(evidence)).toBe('2023.2');
    expect(releaseLabel({ ...evidence, branch: 'main' })).toBe('2023.1');
    expect(releaseLabel({ version: '1.0.14-2023.2.1' })).toBe('2023.2');
  });

  it('is null for a package that does not say', () => {
    expect(releaseLabel({ version: '1.0.0' })).toBeNull();
    expect(
      releaseLabel({ version: '1.0.0-3', platformVersion: 'any', branch: 'release/x' }),
    ).toBeNull();
  });
});
