import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { walkLength } from '../../../test/support/walk-length.js';
import { type JsonObject } from '../../kernel/json.js';
import { renderTemplate } from './render-template.js';
import { TemplateError } from './template-error.js';

const CONTEXT: JsonObject = {
  text: 'abc',
  number: 7,
  list: [1, 'a'],
  map: { a: 1 },
  none: null,
  yes: true,
  key: 'constructor',
  path: 'constructor.constructor',
};

/** What a template puts out, or why it puts out nothing. */
function outcomeOf(template: string, context: JsonObject = CONTEXT): string {
  try {
    return renderTemplate(template, context);
  } catch (error) {
    if (error instanceof TemplateError) return `refused: ${error.code}`;
    throw error;
  }
}

const SUBJECTS = [
  ...['range', 'dict', 'namespace', 'text', 'number', 'list', 'map', 'none', 'yes', 'missing'],
  ...['"x"', '1', '1.5', '[]', '{}', '()', 'true', 'loop', 'caller', 'self', 'varargs', 'kwargs'],
  ...['cycler("a")', 'joiner()', 'namespace(a=1)', 'text.upper', 'map.items', 'list[0]', '(1, 2)'],
  ...['range(3)', '(list | map("upper"))', '(map | dictsort)', '({} | items)', 'cycler("a").next'],
];
const KEYS = [
  ...[
    'constructor',
    '__proto__',
    'prototype',
    '__class__',
    '__mro__',
    '__subclasses__',
    '__globals__',
  ],
  ...['__init__', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', '__lookupGetter__'],
  ...[
    'call',
    'apply',
    'bind',
    'members',
    'isWritable',
    'own',
    'around',
    'size',
    'species',
    'labels',
  ],
];

describe('nothing of the language that runs it is reached', () => {
  it('by the escape that makes other interpreters run code', () => {
    expect(outcomeOf('{{ range.constructor("return process")() }}')).toBe('refused: undefined');
    expect(outcomeOf('{{ range.constructor }}')).toBe('');
  });

  it.each(SUBJECTS.flatMap((subject) => KEYS.map((key) => [subject, key] as const)))(
    'from %s by %s',
    (subject, key) => {
      const ways = [
        `{{ ${subject}.${key} }}`,
        `{{ ${subject}["${key}"] }}`,
        `{{ ${subject} | attr("${key}") }}`,
        `{{ [${subject}] | map(attribute="${key}") | join }}`,
        `{% set way = "${key}" %}{{ ${subject}[way] }}`,
        `{{ ${subject}.${key}.${key} }}`,
        `{{ ${subject}.${key}("return process")() }}`,
        `{{ ${subject}["${key}"]["${key}"]("return 1")() }}`,
      ];
      for (const way of ways) expect(outcomeOf(way)).toMatch(/^(refused: (undefined|value)|)$/);
    },
  );

  it.each([
    '{{ text[key] }}',
    '{{ [map] | map(attribute=path) | join }}',
    '{{ [map] | selectattr("constructor") | list | length }}',
    '{{ [map] | groupby("__proto__") | map("first") | join }}',
    '{{ [map] | sum(attribute="constructor", start="") }}',
    '{% for constructor in [] %}{% endfor %}{{ constructor }}',
    '{{ __proto__ }}{{ constructor }}{{ prototype }}{{ this }}{{ globalThis }}{{ process }}{{ require }}',
    '{% set ns = namespace() %}{{ ns.constructor }}{{ ns.__proto__ }}',
    '{{ "{0.constructor}".format(text) }}',
    '{{ "{a.constructor}".format(a=text) }}',
    '{{ "%(constructor)s" % map }}',
    '{{ "x" | map("constructor") }}',
    '{{ "x" | constructor }}',
    '{{ "x" | __proto__ }}',
    '{{ "x" is constructor }}',
    '{{ "x" is toString }}',
    '{{ map.get("constructor", "") }}{{ map.get("__proto__", "") }}',
    '{% macro m() %}{{ caller }}{{ m.constructor }}{% endmacro %}{{ m() }}',
  ])('by %s', (template) => {
    const outcome = outcomeOf(template);
    expect(outcome).not.toMatch(/function|native|\[object|=>|process/);
    expect(outcome).toMatch(/^(refused: \w+|0|\{[0a]\.constructor\}|)$/);
  });

  it('and members of those names are members like others', () => {
    const context = JSON.parse('{"m": {"__proto__": {"x": 1}, "constructor": "c"}}') as JsonObject;
    expect(outcomeOf('{{ m.__proto__.x }}{{ m["constructor"] }}{{ m.x }}', context)).toBe('1c');
    const template =
      '{% set d = {"__proto__": {"polluted": 1}} %}{{ d | tojson }}{{ {}.polluted }}';
    expect(outcomeOf(template)).toBe('{"__proto__": {"polluted": 1}}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('and a namespace is written to without touching anything else', () => {
    const template =
      '{% set ns = namespace() %}{% set ns.__proto__ = {"polluted": 1} %}{{ {}.polluted }}{{ ns.polluted }}';
    expect(outcomeOf(template)).toBe('');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

const PIECES = [
  ...[
    '{{ ',
    ' }}',
    '{% ',
    ' %}',
    '{%- ',
    ' -%}',
    '{# ',
    ' #}',
    'for x in ',
    'endfor',
    'if ',
    'endif',
  ],
  ...[
    'else',
    'elif ',
    'set a = ',
    'endset',
    'macro m(a, b=1)',
    'endmacro',
    'call m()',
    'endcall',
    'raw',
  ],
  ...[
    'text',
    'number',
    'list',
    'map',
    'range(3)',
    'loop.index',
    '"s"',
    '1',
    '2.5',
    '[',
    ']',
    '{',
    '}',
  ],
  ...[
    '(',
    ')',
    ',',
    ':',
    '.',
    ' | ',
    ' is ',
    ' not ',
    ' and ',
    ' in ',
    ' + ',
    ' ~ ',
    ' * ',
    ' % ',
    '**',
  ],
  ...[
    'upper',
    'join',
    'sort',
    'map("upper")',
    'tojson',
    'default("x")',
    'batch(2)',
    'defined',
    '\n',
    'é',
  ],
  ...[
    'indent',
    'regex_replace("a", "b")',
    'ipaddr',
    'int',
    '.items()',
    '.append(1)',
    'namespace()',
    '\\',
  ],
];
const ends = (template: string): void => {
  const limits = { fuel: 20_000, output: 20_000, bytes: 2_000_000 };
  try {
    expect(typeof renderTemplate(template, CONTEXT, limits)).toBe('string');
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateError);
  }
};

describe('whatever the text is, rendering ends with a text or its own error', () => {
  it('for pieces of templates', () => {
    const templates = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 });
    fc.assert(
      fc.property(templates, (pieces) => {
        ends(pieces.join(''));
      }),
      { numRuns: walkLength(300, 1500) },
    );
  });

  it('for expressions of filters and values', () => {
    const value = fc.constantFrom(
      'text',
      'list',
      'map',
      '"a,b"',
      '3',
      '2.5',
      'none',
      'x',
      '[[1], 2]',
    );
    const names = [
      'abs',
      'attr',
      'batch',
      'combine',
      'dictsort',
      'first',
      'flatten',
      'float',
      'format',
    ];
    const more = [
      'groupby',
      'indent',
      'int',
      'items',
      'join',
      'length',
      'list',
      'map',
      'max',
      'regex_search',
    ];
    const rest = [
      'replace',
      'reverse',
      'round',
      'select',
      'slice',
      'sort',
      'sum',
      'tojson',
      'truncate',
      'zip',
    ];
    const name = fc.constantFrom(
      ...names,
      ...more,
      ...rest,
      'unique',
      'union',
      'ipaddr',
      'ipsubnet',
    );
    const uses = fc.array(fc.tuple(name, fc.array(value, { maxLength: 3 })), { maxLength: 4 });
    const expressions = fc.tuple(value, uses);
    const written = ([first, filters]: readonly [
      string,
      readonly (readonly [string, string[]])[],
    ]) =>
      `{{ ${first}${filters.map(([filter, args]) => ` | ${filter}(${args.join(', ')})`).join('')} }}`;
    fc.assert(
      fc.property(expressions, (parts) => {
        ends(written(parts));
      }),
      { numRuns: walkLength(300, 1500) },
    );
  });

  it('for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        ends(`{{ ${text} }}`);
      }),
      { numRuns: 500 },
    );
  });

  it('and text without tags stays as it is', () => {
    const plain = fc.string({ maxLength: 200 }).filter((text) => !/\{[{%#]|[\r\n]/.test(text));
    fc.assert(
      fc.property(plain, (text) => {
        expect(renderTemplate(text, {})).toBe(text);
      }),
    );
  });

  it('and values come out as the JSON that they are', () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonObject[string]>;
    fc.assert(
      fc.property(json, (value) => {
        const shown = renderTemplate('{{ v | to_json }}', { v: value });
        expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
