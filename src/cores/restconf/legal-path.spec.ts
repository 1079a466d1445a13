import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '../../../test/support/walk-length.js';
import { hostilePaths } from '../../../test/support/paths/hostile-paths.js';
import { LEGAL_PATHS } from '../../../test/support/paths/legal-paths.js';
import { assertLegalPath, ENCODING_LAYERS_MAX, pathRefusal } from './legal-path.js';

const HOSTILE = hostilePaths('127.0.0.1:9');
const FORMS = Object.entries(HOSTILE).flatMap(([name, forms]) =>
  forms.map((form) => [name, form] as const),
);
const BASES = ['http://adapter.test:8080', 'https://adapter.test/a', 'http://adapter.test/a/b'];

/** Pieces that paths out of their place are made of, in many spellings. */
const PIECE = fc.constantFrom(
  ...['/', '..', '.', '%2e', '%2E', '%2f', '%252e', '%252f', '%25', '2e', '2f', '%5c', '\\', ';'],
  ...['%3b', '?', '#', '%3f', '%23', ':', '@', '%c0%ae', '%ef%bc%8e', '%e2%88%95', '%e2%80%a5'],
  ...['%u002e', 'u002e', '%20', ' ', '\t', '%00', '%09', 'a', 'data', 'list=x', '//', 'evil.test'],
  ...['%', '%e2%80%8b', '\u2025', '%ff', '=', ',', '%c4%ae', '%25u002e'],
);
const ATTEMPT = fc.array(PIECE, { maxLength: 10 }).map((pieces) => `/${pieces.join('')}`);

/** What a server may make of a path: each decoding of it, by those who stop early and who do not. */
function readings(path: string): string[] {
  const all = [path];
  for (let layer = 0; layer <= ENCODING_LAYERS_MAX; layer += 1) {
    const last = all[layer] ?? '';
    all.push(last.replace(/(?:%[0-9a-f]{2})+/gi, (run) => decodeLeniently(run)));
  }
  return all;
}

function decodeLeniently(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%([0-7][0-9a-f])/gi, (_, digits: string) =>
      String.fromCharCode(parseInt(digits, 16)),
    );
  }
}

/** Where a path lies below a base for a browser and its like. */
function staysBelow(base: string, path: string): boolean {
  const root = new URL(base);
  const joined = new URL(`${base}${path}`);
  const resolved = new URL(path, base);
  const prefix = root.pathname === '/' ? '/' : `${root.pathname}/`;
  return (
    joined.origin === root.origin &&
    resolved.origin === root.origin &&
    joined.pathname.startsWith(prefix)
  );
}

describe('legal paths', () => {
  it('are refused in at least 200 written forms of at least 20 classes', () => {
    expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(20);
    expect(new Set(FORMS.map(([, form]) => form)).size).toBeGreaterThanOrEqual(200);
    expect(new Set(LEGAL_PATHS).size).toBeGreaterThanOrEqual(50);
  });

  it.each(FORMS)('are not: %s: %j', (_, form) => {
    expect(pathRefusal(form)).toEqual(expect.any(String));
  });

  it.each(LEGAL_PATHS)('are: %j', (path) => {
    expect(pathRefusal(path)).toBeUndefined();
  });

  it('may have any key, once it is encoded, that forms no dot segment of its own', () => {
    const key = fc.string({ unit: 'grapheme', maxLength: 40 }).filter(isHarmless);
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 3 }), (keys) => {
        const path = `/restconf/data/m:list=${keys.map(encodeURIComponent).join(',')}`;
        expect(pathRefusal(path)).toBeUndefined();
      }),
    );
  });

  it('stay below the base however they are resolved and however often decoded', () => {
    fc.assert(
      fc.property(ATTEMPT, fc.constantFrom(...BASES), (path, base) => {
        fc.pre(pathRefusal(path) === undefined);
        for (const reading of readings(path)) expect(staysBelow(base, reading)).toBe(true);
      }),
      { numRuns: walkLength(1000, 5000) },
    );
  });

  it('are what a URL has, so that they can be sent as they are', () => {
    fc.assert(
      fc.property(ATTEMPT, (path) => {
        fc.pre(pathRefusal(path) === undefined);
        expect(new URL(`http://adapter.test${path}`).href).toBe(`http://adapter.test${path}`);
      }),
      { numRuns: walkLength(1000, 5000) },
    );
  });

  it('are judged in time that grows with their length alone', () => {
    for (const piece of ['%25', '%2525', '..', '%e2%80%8b', '%u002e', '.%20', ';', '%25252e']) {
      const path = `/${piece.repeat(8000)}`.slice(0, 8000);
      expect(pathRefusal(path)).not.toBe('');
    }
  });

  it('are asked for by the place where they stand in the request', () => {
    expect(() => {
      assertLegalPath('/restconf/../admin', '#/params/path');
    }).toThrow(
      expect.objectContaining({
        kind: 'invalid-input',
        errors: [{ pointer: '#/params/path', detail: 'must not have a dot segment' }],
      }),
    );
    expect(() => {
      assertLegalPath('/restconf/data', '#/params/path');
    }).not.toThrow();
  });
});

/** Keys whose text itself is encoded, holds a slash before dots or a control character are judged elsewhere. */
function isHarmless(key: string): boolean {
  const isPlain = !/[\p{C}\p{Z}%]/u.test(key);
  return isPlain && !/\.|\u3002/.test(key.normalize('NFKC'));
}
