import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readModelText, YAML_LENGTH_MAX } from './read-model-text.js';

const DOCUMENT = { kind: 'document' } as const;

describe('readModelText', () => {
  it('reads JSON and YAML alike', async () => {
    const document = { openapi: '3.1.0', list: [1, 'a', null, true] };
    expect(await readModelText(JSON.stringify(document))).toEqual({ ...DOCUMENT, document });
    const yaml = 'openapi: "3.1.0"\nlist: [1, a, null, true]\n';
    expect(await readModelText(yaml)).toEqual({ ...DOCUMENT, document });
    expect(await readModelText('{openapi: "3.1.0"}')).toMatchObject({ ...DOCUMENT });
  });

  it('makes no objects of its own out of tags and dates', async () => {
    const text = 'a: 2020-01-01\nb: !!js/function x\nc: !!set {x}\n<<: {d: 1}\n';
    expect(await readModelText(text)).toMatchObject({
      document: { a: '2020-01-01', '<<': { d: 1 } },
    });
  });

  it('lets an alias stand a few times', async () => {
    expect(await readModelText('a: &a {x: 1}\nb: *a\nc: *a\n')).toMatchObject({
      document: { b: { x: 1 }, c: { x: 1 } },
    });
  });

  it('says where YAML is broken', async () => {
    expect(await readModelText('a: [\nb')).toEqual({
      kind: 'refused',
      detail: expect.stringMatching(/^is neither JSON nor YAML: line \d+, column \d+$/),
    });
  });

  it.each([
    ['text', 'is neither JSON nor YAML of an object'],
    ['- a\n- b', 'is neither JSON nor YAML of an object'],
    [`a: ${'x'.repeat(YAML_LENGTH_MAX)}`, 'is longer than'],
    [`a: ${'['.repeat(300)}`, 'is nested too deep'],
    [`${'- '.repeat(500)}x`, 'is nested too deep'],
    [Array.from({ length: 101 }, (_, at) => `a${at}: &a${at} x`).join('\n'), 'anchors'],
    [`a: &a x\n${'- *a\n'.repeat(3)}`, 'is neither JSON nor YAML'],
    [
      `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(10)}]\nc: [${'*b,'.repeat(20)}]`,
      'without measure',
    ],
  ])('refuses what is none or works without end: case %#', async (text, detail) => {
    expect(await readModelText(text)).toEqual({
      kind: 'refused',
      detail: expect.stringContaining(detail),
    });
  });

  it('never fails, whatever it is given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(['document', 'refused']).toContain((await readModelText(text)).kind);
      }),
    );
  });
});
