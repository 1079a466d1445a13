import { describe, expect, it } from 'vitest';
import { type JsonObject } from '../../kernel/json.js';
import { DEFAULT_TEMPLATE_LIMITS } from './meter.js';
import { renderTemplate } from './render-template.js';
import { TemplateError } from './template-error.js';

const NETWORK: JsonObject = {
  hostname: 'edge-1',
  vlans: [
    { id: 10, name: 'users', ports: ['Gi0/1', 'Gi0/2'] },
    { id: 20, name: 'voice', ports: [] },
  ],
  bgp: {
    asn: 65001,
    neighbors: { '192.0.2.1': { remote: 65002 }, '192.0.2.9': { remote: 65003 } },
  },
  text: 'a b  c',
  nothing: null,
  up: true,
};

function errorOf(template: string, context: JsonObject = NETWORK): TemplateError {
  try {
    renderTemplate(template, context);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('it was rendered');
}

/** Each output was worked out by hand from the description of the language. */
const RENDERED: readonly (readonly [string, string])[] = [
  ['plain text', 'plain text'],
  ['hostname {{ hostname }}\n', 'hostname edge-1'],
  ['{{ "x😀😀"|truncate(2, true, "", 0) }}{{ "%.2s"|format("y😀") }}', 'xy'],
  ['{{ hostname|upper }}-{{ "x" ~ 1 ~ none }}', 'EDGE-1-x1None'],
  ['{{ up }} {{ nothing }} {{ missing }}.', 'True None .'],
  [
    '{{ 7 / 2 }} {{ 8 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 2 ** 3 }}',
    '3.5 4.0 3 -4 2 8',
  ],
  ['{{ 1 + 2 * 3 }} {{ (1 + 2) * 3 }} {{ 2 - -2 }}', '7 9 4'],
  [
    '{{ "ab" * 3 }} {{ [1] + [2] }} {{ {"a": 1} }} {{ (1, 2) }} {{ (1,) }}',
    "ababab [1, 2] {'a': 1} (1, 2) (1,)",
  ],
  ["{{ ['a', \"it's\", 1.0, true] }}", `['a', "it's", 1.0, True]`],
  [
    '{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ 2 in [1, 2] }} {{ "x" not in "xyz" }}',
    'True False True False',
  ],
  ['{{ "yes" if up else "no" }}{{ "gone" if not up }}', 'yes'],
  ['{{ up and hostname or 3 }} {{ none or "d" }} {{ not none }}', 'edge-1 d True'],
  ['{{ hostname[0] }}{{ hostname[-1] }}{{ hostname[1:3] }}{{ [1,2,3][::-1] }}', 'e1dg[3, 2, 1]'],
  ['{{ vlans[0].name }} {{ vlans.1["id"] }} {{ bgp["asn"] }}', 'users 20 65001'],
  [
    '{% for v in vlans %}{{ loop.index }}:{{ v.id }}{{ "," if not loop.last }}{% endfor %}',
    '1:10,2:20',
  ],
  ['{% for x in [] %}x{% else %}none{% endfor %}', 'none'],
  ['{% for p in vlans[1].ports %}x{% else %}no ports{% endfor %}', 'no ports'],
  [
    '{% for k, v in bgp.neighbors.items() %}{{ k }}={{ v.remote }} {% endfor %}',
    '192.0.2.1=65002 192.0.2.9=65003 ',
  ],
  ['{% for k in bgp.neighbors %}{{ k }} {% endfor %}', '192.0.2.1 192.0.2.9 '],
  ['{% for v in vlans if v.ports %}{{ v.id }}/{{ loop.length }}{% endfor %}', '10/1'],
  ['{% for i in range(3) %}{{ loop.cycle("a", "b") }}{{ loop.revindex }}{% endfor %}', 'a3b2a1'],
  [
    '{% for i in [7, 8, 9] %}{{ loop.index0 }} {{ loop.revindex0 }} {{ loop.first }} {{ loop.previtem|d("-") }} {{ loop.nextitem|d("-") }};{% endfor %}',
    '0 2 True - 8;1 1 False 7 9;2 0 False 8 -;',
  ],
  [
    '{% for a in [[[]]] recursive %}{{ loop.depth }}{{ loop.depth0 }} {{ loop(a) }}{% endfor %}',
    '10 21 ',
  ],
  [
    '{% for i in range(9) %}{% if i == 2 %}{% continue %}{% endif %}{% if i > 3 %}{% break %}{% endif %}{{ i }}{% endfor %}',
    '013',
  ],
  [
    '{% for a in [1,2] %}{% for b in [1,2] %}{{ loop.index }}{% endfor %}{{ loop.index }};{% endfor %}',
    '121;122;',
  ],
  [
    '{% for n in [[1, [2]], [3]] recursive %}<{{ loop(n) if n is iterable else n }}>{% endfor %}',
    '<<1><<2>>><<3>>',
  ],
  [
    '{% for x in [1, 1, 2] %}{{ "new" if loop.changed(x) else "same" }} {% endfor %}',
    'new same new ',
  ],
  ['{% if vlans|length > 5 %}a{% elif hostname == "edge-1" %}b{% else %}c{% endif %}', 'b'],
  ['{% set x = 1 %}{% if true %}{% set x = 2 %}{% endif %}{{ x }}', '2'],
  ['{% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{% endfor %}{{ x }}', '1'],
  [
    '{% set ns = namespace(n=0) %}{% for i in [1,2] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}',
    '3',
  ],
  ['{% set a, b = [1, 2] %}{{ a }}{{ b }}', '12'],
  ['{% set block | upper %}ab{{ 1 }}{% endset %}{{ block }}', 'AB1'],
  [
    '{% macro port(name, speed=100) %}{{ name }}@{{ speed }}{% endmacro %}{{ port("a") }} {{ port("b", speed=10) }}',
    'a@100 b@10',
  ],
  [
    '{% macro wrap() %}<{{ caller("x") }}>{% endmacro %}{% call(v) wrap() %}in {{ v }}{% endcall %}',
    '<in x>',
  ],
  ['{% macro all() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ all(1, a=2) }}', "[1]{'a': 2}"],
  ['{% filter upper %}abc{% endfilter %}', 'ABC'],
  ['{% with a = 1, b = 2 %}{{ a + b }}{% endwith %}{{ a }}', '3'],
  ['{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
  ['a{# a comment {{ 1 }} #}b', 'ab'],
  ['a\n  {%- if true -%}  \n b \n{%- endif %}\nc', 'ab\nc'],
  ['{% if true %}\nx\n{% endif %}\ny', '\nx\n\ny'],
  ['a {{- 1 -}} b', 'a1b'],
  ['a {{+ 1 +}} {%+ if true +%} b {% endif %}', 'a 1  b '],
  ['a {%- raw -%} {{ x }} {%- endraw -%} b {%+ raw +%} c {% endraw +%} d', 'a{{ x }}b  c  d'],
  ['a {#- {{ x -#} b {#+ x +#} c', 'ab  c'],
  ['{{ {"a": {"b": 1}} }}', "{'a': {'b': 1}}"],
  ['a\r\nb\rc\n\n', 'a\nb\nc\n'],
  ['{% set l = [1] %}{% do l.append(2) %}{% set _ = l.extend([3]) %}{{ l }}', '[1, 2, 3]'],
  ['{{ missing | default("d") }}{{ "" | default("e") }}{{ "" | d("f", true) }}', 'df'],
  ['{{ vlans | map(attribute="name") | join(",") }}', 'users,voice'],
  ['{{ ["a", "b"] | map("upper") | list }}', "['A', 'B']"],
  ['{{ vlans | selectattr("id", "gt", 10) | map(attribute="id") | list }}', '[20]'],
  ['{{ vlans | rejectattr("ports") | map(attribute="name") | first }}', 'voice'],
  [
    '{{ [1, 2, 3] | select("odd") | list }}{{ [1, 2, 3] | reject("divisibleby", 3) | list }}',
    '[1, 3][1, 2]',
  ],
  ['{{ ["b", "A", "c"] | sort | join }}{{ [3, 1] | sort(reverse=true) }}', 'Abc[3, 1]'],
  ['{{ vlans | sort(attribute="name", reverse=true) | map(attribute="id") | list }}', '[20, 10]'],
  ['{{ ["a", "A", "b"] | unique | list }}', "['a', 'b']"],
  ['{{ {"b": 1, "a": 2} | dictsort }}', "[('a', 2), ('b', 1)]"],
  [
    '{{ [1,2,3,4,5] | batch(2) | list }}{{ [1,2,3] | batch(2, 0) | list }}',
    '[[1, 2], [3, 4], [5]][[1, 2], [3, 0]]',
  ],
  ['{{ [1,2,3,4,5] | slice(3) | list }}', '[[1, 2], [3, 4], [5]]'],
  ['{{ -3 | abs }}{{ [1, 2] | sum }}{{ [3, 9] | max }}{{ [3, 9] | min }}', '33' + '93'],
  ['{{ vlans | sum(attribute="id") }}', '30'],
  [
    '{{ 42.55 | round }} {{ 42.55 | round(1, "floor") }} {{ 2.5 | round | int }} {{ 3.5 | round | int }}',
    '43.0 42.5 2 4',
  ],
  [
    '{{ "12" | int + 1 }} {{ "x" | int(7) }} {{ "3.9" | int }} {{ "0x1f" | int(0, 16) }} {{ "1.5" | float }}',
    '13 7 3 31 1.5',
  ],
  ['{{ "a\nb\n\nc" | indent(2) }}', 'a\n  b\n\n  c'],
  ['{{ "a\nb" | indent(2, true) }}', '  a\n  b'],
  ['{{ {"b": [1, none], "a": "x"} | tojson }}', '{"a": "x", "b": [1, null]}'],
  ['{{ "<é>" | tojson }}', '"\\u003c\\u00e9\\u003e"'],
  ['{{ {"a": [1]} | tojson(2) }}', '{\n  "a": [\n    1\n  ]\n}'],
  ['{{ ("{\\"a\\": 1}" | from_json).a }}', '1'],
  [
    '{{ text.split() }} {{ text.split(" ", 1) }} {{ "a,b" | split(",") }}',
    "['a', 'b', 'c'] ['a', 'b  c'] ['a', 'b']",
  ],
  ['{{ "Gi0/1" | replace("Gi", "GigabitEthernet") }}', 'GigabitEthernet0/1'],
  [
    '{{ "GigabitEthernet0/1" | regex_replace("[A-Za-z]+(\\\\d+)/(\\\\d+)", "Gi\\\\1/\\\\2") }}',
    'Gi0/1',
  ],
  ['{{ "vlan 42 up" | regex_search("\\\\d+") }}{{ "x" | regex_search("\\\\d") }}', '42'],
  ['{{ "a1b22" | regex_findall("[0-9]+") }}', "['1', '22']"],
  [
    '{{ "%s-%03d" % ("a", 7) }} {{ "%s" | format("z") }} {{ "{}:{b:>3}".format(1, b="x") }}',
    'a-007 z 1:  x',
  ],
  ['{{ "  x " | trim }}{{ "ab" | center(6) }}|', 'x  ab  |'],
  [
    '{{ "192.0.2.17/28" | ipaddr("network") }} {{ "192.0.2.17/28" | ipaddr("netmask") }}',
    '192.0.2.16 255.255.255.240',
  ],
  [
    '{{ "192.0.2.0/24" | ipaddr(5) }} {{ "192.0.2.0/24" | ipaddr("broadcast") }} {{ "x" | ipaddr }}',
    '192.0.2.5/24 192.0.2.255 False',
  ],
  [
    '{{ "2001:db8::1/64" | ipv6("network") }} {{ "2001:db8::1" | ipv4 }} {{ "10.0.0.0/8" | ipsubnet(24, 1) }}',
    '2001:db8:: False 10.0.1.0/24',
  ],
  [
    '{{ x is defined }} {{ hostname is string }} {{ 3 is odd }} {{ 4 is divisibleby 2 }} {{ nothing is none }}',
    'False True True True True',
  ],
  [
    '{{ hostname is not defined }} {{ 1 is in [1, 2] }} {{ hostname is match("edge") }}',
    'False True True',
  ],
  ['{{ vlans | groupby("name") | map(attribute="grouper") | join("/") }}', 'users/voice'],
  [
    '{{ {"a": 1} | combine({"b": 2}) }} {{ [[1], [2, [3]]] | flatten }}',
    "{'a': 1, 'b': 2} [1, 2, 3]",
  ],
  ['{{ [1, 2] | difference([2]) }} {{ up | ternary("y", "n") }} {{ "yes" | bool }}', '[1] y True'],
  ['{{ [1, 2]\n  | join("-") }}', '1-2'],
  ['{{ "a" "b" }}{{ \'q"\' }}{{ {"a": {"b": 1}}.a.b }}', 'abq"1'],
  ['{% block x %}in{% endblock x %}', 'in'],
  ['{{ "é" | length }} {{ "a<b" | e }} {{ "a b" | urlencode }}', '1 a&lt;b a%20b'],
  ['{{ vlans[0].keys() | list }}', "['id', 'name', 'ports']"],
  ['{{ {"items": 1}["items"] }}{{ {"items": 1}.items() }}', "1[('items', 1)]"],
];

describe('a template', () => {
  it.each(RENDERED)('%j makes %j', (template, output) => {
    expect(renderTemplate(template, NETWORK)).toBe(output);
  });

  it('writes a configuration', () => {
    const template = [
      'hostname {{ hostname }}',
      '{% for vlan in vlans -%}',
      'vlan {{ vlan.id }}',
      ' name {{ vlan.name }}',
      '{% for port in vlan.ports -%}',
      'interface {{ port }}',
      ' switchport access vlan {{ vlan.id }}',
      '{% endfor -%}',
      '{% endfor -%}',
      'end',
    ].join('\n');
    expect(renderTemplate(template, NETWORK).split('\n')).toEqual(
      [
        ...['hostname edge-1', 'vlan 10', ' name users'],
        ...['interface Gi0/1', ' switchport access vlan 10'],
        ...['interface Gi0/2', ' switchport access vlan 10', ''],
        ...['vlan 20', ' name voice', 'end'],
      ].filter((line) => line !== ''),
    );
  });

  it('changes nothing of what it is given', () => {
    const context: JsonObject = { list: [1], map: { a: 1 } };
    renderTemplate('{% do list.append(2) %}{% do map.update({"b": 2}) %}{{ list }}', context);
    expect(context).toEqual({ list: [1], map: { a: 1 } });
  });

  it.each([
    ['{% for x in %}', 'syntax', 1],
    ['a\nb {{ 1 +', 'syntax', 2],
    ['{% if x %}', 'syntax', 1],
    ['a\n{# x', 'syntax', 2],
    ['{# a\n #}{% raw %}\n', 'syntax', 2],
    ['{% nothing %}', 'unknown', 1],
    ['{% include "other" %}', 'unknown', 1],
    ['a\n\n{{ 1 | nofilter }}', 'unknown', 3],
    ['{{ 1 is notest }}', 'unknown', 1],
    ['x\n{{ missing.member }}', 'undefined', 2],
    ['{{ missing() }}', 'undefined', 1],
    ['{{ 1 + "a" }}', 'value', 1],
    ['{{ 1 / 0 }}', 'value', 1],
    ['{{ "a" | regex_search("(?=x)") }}', 'value', 1],
    ['{{ 9007199254740991 + 1 }}', 'value', 1],
    ['{% set x.y = 1 %}', 'undefined', 1],
    ['{% set hostname.y = 1 %}', 'value', 1],
    ['{% for i in [1] %}{% set loop.y = 1 %}{% endfor %}', 'value', 1],
    ['{% for i in [1] %}\n{{ loop.cycle() }}{% endfor %}', 'value', 2],
  ])('%j is refused: %s in line %d', (template, code, line) => {
    expect(errorOf(template)).toMatchObject({ code, line });
  });
});

describe('limits of a template', () => {
  it.each([
    '{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}',
    '{{ range(10 ** 12) }}',
    '{{ "x" * 10 ** 12 }}',
    '{{ ("x" * 1000000) | replace("x", "y" * 1000000) }}',
    '{{ "x" | center(10 ** 12) }}',
    '{{ "x".ljust(10 ** 12) }}',
    '{{ "a\\nb" | indent(10 ** 12) }}',
    '{% set ns = namespace(x="ab") %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}',
    '{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}',
    '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}',
    '{% for i in range(100000) %}{{ "x" * 1000 }}{% endfor %}',
    `{{ ${'('.repeat(1000)}1${')'.repeat(1000)} }}`,
    '{{ "x" | batch(1) | slice(10 ** 12) | list }}',
    '{{ [1] | batch(10 ** 12, 0) }}',
    '{{ (["a" * 100000] * 100000) | join("b" * 100000) }}',
    `{{ ${'[['.repeat(500)} }}`,
    '{% set l = [1] %}{% do l.append(l) %}{{ l }}',
    '{% set l = [1] %}{% do l.append(l) %}{{ l == l | list }}{{ l | tojson }}',
  ])('end %j', (template) => {
    expect(['limit', 'syntax']).toContain(errorOf(template).code);
  });

  it('are those that the caller says', () => {
    const small = { ...DEFAULT_TEMPLATE_LIMITS, output: 10 };
    expect(renderTemplate('0123456789', {}, small)).toBe('0123456789');
    expect(() => renderTemplate('0123456789a', {}, small)).toThrow('more than 10 characters');
    expect(() => renderTemplate('{{ 1 }}', {}, { ...small, fuel: 1 })).toThrow('more than 1 steps');
    expect(() => renderTemplate('{{ "abc" }}', {}, { ...small, bytes: 4 })).toThrow(
      'more than 4 bytes',
    );
  });

  it('tell a caller what is spent, who may end it', () => {
    const spent: number[] = [];
    renderTemplate('{{ 1 }}', {}, DEFAULT_TEMPLATE_LIMITS, (units) => spent.push(units));
    expect(spent.length).toBeGreaterThan(1);
    const stop = new Error('enough');
    const end = (): never => {
      throw stop;
    };
    expect(() => renderTemplate('{{ 1 }}', {}, DEFAULT_TEMPLATE_LIMITS, end)).toThrow(stop);
  });
});
