import { describe, expect, it } from 'vitest';
import { type JsonValue } from '../../src/kernel/json.js';
import { PACKAGE_CHECKS } from '../support/package-checks.js';
import { manifestBreaches } from '../support/package-manifest.js';
import { at, copyOf, dataOf } from '../support/shipped-package-copy.js';

type DocumentPlant = readonly [
  what: string,
  document: readonly [
    check: 'documents' | 'references',
    folder: string,
    type: string,
    name: string,
  ],
  plant: readonly [path: string, value: JsonValue],
  breach: RegExp,
];
const AUTOMATION = ['references', 'interface-change', 'automation', 'Interface Change'] as const;
const ENDPOINT = ['references', 'expiry-report', 'automation', 'Expiry Report'] as const;
const FORM = ['documents', 'backup-sweep', 'json-forms', 'Backup Sweep'] as const;
const PLAN = ['documents', 'interface-change', 'transformation', 'Interface Change Plan'] as const;
const VERDICT = [
  'documents',
  'interface-change',
  'transformation',
  'Interface Change Verdict',
] as const;
const SORTING = ['documents', 'expiry-report', 'transformation', 'Expiry Classification'] as const;
const COMMANDS = [
  'documents',
  'interface-change',
  'mop-template',
  'Interface Change Pre-Check',
] as const;
const COMPARISON = [
  'documents',
  'interface-change',
  'mop-analytic-template',
  'Interface Change Comparison',
] as const;

const DOCUMENT_BREACHES: readonly DocumentPlant[] = [
  ['another workflow of an automation', AUTOMATION, ['componentName', 'X'], /in componentName/],
  [
    'a trigger of another automation',
    AUTOMATION,
    ['triggers/0/actionId', 'x'],
    /starts something else/,
  ],
  ['another form of a trigger', AUTOMATION, ['triggers/0/formId', 'X'], /no form of the package/],
  ['a form that has changed', AUTOMATION, ['triggers/0/formSchemaHash', ''], /not the hash/],
  ['another transformation of a trigger', ENDPOINT, ['triggers/1/jst', 'X'], /in jst/],
  [
    'a trigger that delivers too much',
    ENDPOINT,
    ['triggers/1/schema/properties/x', {}],
    /delivers x/,
  ],
  [
    'a trigger that delivers too little',
    ENDPOINT,
    ['triggers/1/schema/required', []],
    /does not deliver items/,
  ],
  [
    'a schema that does not compile',
    FORM,
    ['schema/properties/devices/minItems', 'one'],
    /does not compile/,
  ],
  [
    'a form with another field',
    FORM,
    ['struct/items/1/customKey', 'x'],
    /form and schema have other fields/,
  ],
  ['a form with another type', FORM, ['schema/properties/secondTry/type', 'string'], /other types/],
  ['a form with another required field', FORM, ['schema/required', []], /other required fields/],
  [
    'another field inside of a list',
    FORM,
    ['struct/items/0/items/0/customKey', 'x'],
    /devices and schema have other fields/,
  ],
  ['a pattern that looks ahead', PLAN, ['incoming/0/pattern', '^(?!x)'], /looks around or back/],
  ['a pattern that refers back', PLAN, ['incoming/0/pattern', '(a)\\1'], /looks around or back/],
  [
    'a rule that does not compile',
    COMMANDS,
    ['commands/0/rules/1/rule', '(up|down'],
    /does not compile/,
  ],
  [
    'a comparison that does not compile',
    COMPARISON,
    ['prepostCommands/0/rules/0/preRegex', '/[/'],
    /does not compile/,
  ],
  ['an empty command', COMMANDS, ['commands/0/command', ''], /has an empty command/],
  ['a template without commands', COMPARISON, ['prepostCommands', []], /empty preRawCommand/],
  ['an unknown method', VERDICT, ['steps/0/method', 'sleep'], /unknown method Logical.sleep/],
  ['an unknown callback', VERDICT, ['functions', []], /unknown function isInterfaceOutput/],
  [
    'an argument that nobody fills',
    VERDICT,
    ['steps/0/args', [null, null, null]],
    /nothing fills argument/,
  ],
  [
    'an assignment from nothing',
    VERDICT,
    ['steps/1/from/name', 'x'],
    /from incoming x is not there/,
  ],
  ['an assignment to nothing', VERDICT, ['steps/1/to/name', 99], /to method 99 is not there/],
  [
    'an output that nobody assigns',
    VERDICT,
    ['outgoing/2', { $id: 'x' }],
    /nothing is assigned to x/,
  ],
  [
    'a step that waits for itself',
    VERDICT,
    ['steps/1/from', { location: 'method', name: 1, ptr: '/return' }],
    /step 1 waits for itself/,
  ],
  [
    'a text with other arguments',
    PLAN,
    ['steps/12/template', '${one}'],
    /other arguments than its text/,
  ],
  [
    'a callback without its constant',
    SORTING,
    ['functions/1/incoming/3/isConstValue', false],
    /gives 3 values to toEntry, not 2/,
  ],
  [
    'a call with fewer values',
    SORTING,
    ['functions/0/incoming/1', { $id: 'x' }],
    /gives 1 values to dayNumber, not 2/,
  ],
];

describe('the checks of documents', () => {
  it.each(DOCUMENT_BREACHES)('find %s', (_, [check, ...document], [path, value], breach) => {
    const [folder, type, name] = document;
    const shipped = copyOf(folder);
    at(dataOf(shipped, type, name), path).set(value);
    expect(PACKAGE_CHECKS[check](shipped)).toContainEqual(expect.stringMatching(breach));
  });
});

describe('the check of manifests', () => {
  it.each<
    readonly [
      what: string,
      part: 'manifest' | 'packageJson',
      plant: readonly [path: string, value: JsonValue],
      breach: RegExp,
    ]
  >([
    ['another member', 'packageJson', ['scripts', {}], /other members/],
    ['a foreign scope', 'packageJson', ['name', '@acme/x'], /outside of our scopes/],
    ['a version that is none', 'packageJson', ['version', '1.0'], /names neither/],
    ['another author', 'packageJson', ['author', 'x'], /another author/],
    ['another licence', 'packageJson', ['license', 'MIT'], /another licence/],
    ['no description', 'packageJson', ['description', ''], /hardly a description/],
    ['no keywords', 'packageJson', ['keywords', []], /fewer than three keywords/],
    ['no repository', 'packageJson', ['repository', {}], /no repository/],
    ['another version', 'manifest', ['version', '9.9.9'], /another version than the manifest/],
    [
      'a dependency that is not declared',
      'packageJson',
      ['platformDependencies', {}],
      /does not declare @netadmin\/app-mop/,
    ],
    [
      'a dependency that nothing needs',
      'packageJson',
      ['platformDependencies/@netadmin~app-x', ''],
      /which nothing needs/,
    ],
    ['no bundle name', 'manifest', ['bundleName', ''], /no bundleName/],
    ['no fingerprint', 'manifest', ['fingerprint', 'x'], /no fingerprint/],
    ['no time', 'manifest', ['createdEpoch', 1], /no createdEpoch/],
    ['no entry point', 'manifest', ['artifacts', []], /has no entry/],
    [
      'a document that is not listed',
      'manifest',
      ['artifacts', []],
      /does not name \/bundles\/workflows/,
    ],
    [
      'a location that is not there',
      'manifest',
      ['artifacts/0/location', '/x.json'],
      /names \/x.json/,
    ],
    [
      'a location named twice',
      'manifest',
      ['artifacts/1/location', '/bundles/workflows/VLAN Provisioning.json'],
      /location twice/,
    ],
    ['another type', 'manifest', ['artifacts/0/type', 'x'], /another type/],
    ['another name', 'manifest', ['artifacts/0/name', 'x'], /another name/],
    ['another id', 'manifest', ['artifacts/0/id', 'x'], /another id/],
    [
      'an artifact.json of other parts',
      'manifest',
      ['note', 'x'],
      /artifact.json is not what the parts make/,
    ],
  ])('finds %s', (_, part, [path, value], breach) => {
    const shipped = copyOf('vlan-provisioning-2023.2');
    at(shipped[part], path).set(value);
    expect(manifestBreaches(shipped)).toContainEqual(expect.stringMatching(breach));
  });

  it('finds a section that the readme lacks', () => {
    const shipped = copyOf('expiry-report');
    const readme = shipped.readme.replace('## Outputs', '## Results');
    expect(manifestBreaches({ ...shipped, readme })).toEqual([
      "README.md has no section 'Outputs'",
    ]);
  });

  it('finds a document that is not named for itself', () => {
    const shipped = copyOf('expiry-report');
    const bundles = shipped.bundles.map((bundle) => ({
      ...bundle,
      data: { ...bundle.data, name: 'X' },
    }));
    expect(manifestBreaches({ ...shipped, bundles })).toContainEqual(
      expect.stringMatching(/is not named for its document/),
    );
  });
});
