import { COMMAND_EVALUATIONS } from '../../../cores/command-templates/command-rule.js';
import { EVALUATORS } from '../../../cores/command-templates/comparison.js';
import { RULE_TYPES } from '../../../cores/command-templates/read-rule.js';
import { type FormatPage, oneOf } from './format-page.js';

const PASS_RULE = [
  'passRule',
  '`false`: one that holds is enough; anything else: all must hold',
] as const;
const SEVERITY = ['severity', '`error`, `warning` or `info`'] as const;
const IGNORE_WARNINGS = [
  'ignoreWarnings',
  '`true`: failed rules of severity `warning` and `info` count as passed',
] as const;

/** The formats of templates, one page each. */
export const TEMPLATE_PAGES: readonly FormatPage[] = [
  {
    slug: 'text-templates',
    title: 'Text templates',
    intro: 'A text template makes a configuration (Jinja2) or reads an output (TextFSM).',
    schemas: ['TextTemplateDocument'],
    inner: [],
    examples: ['createTextTemplate', 'renderTextTemplate'],
    more: 'What both languages mean here: [content](../content.md#text-templates).',
  },
  {
    slug: 'command-templates',
    title: 'Command templates',
    intro: 'A command template runs commands on devices and holds what they say against rules.',
    schemas: ['CommandTemplateDocument'],
    needed: ['name', 'commands'],
    inner: [
      {
        title: 'More of the document',
        rows: [['commands', 'What is run, in order'], PASS_RULE, IGNORE_WARNINGS],
      },
      {
        title: 'A command',
        rows: [
          ['command', 'What is run; `<!name!>` stands for a variable'],
          PASS_RULE,
          ['rules', 'What its output is held against'],
        ],
      },
      {
        title: 'A rule',
        rows: [
          ['eval', oneOf(COMMAND_EVALUATIONS)],
          ['rule', 'The text or pattern that is looked for'],
          SEVERITY,
          ['ruleB, evaluation', `Of \`#comparison\`: the second pattern, and ${oneOf(EVALUATORS)}`],
          ['flags', '`{"case": true}`: any case; `{"multiline": true}`: `^` and `$` at each line'],
        ],
      },
    ],
    examples: ['createTemplate', 'evaluateTemplate', 'runCommandTemplate'],
    more: 'Bounds of patterns and what counts as passed: [content](../content.md#templates).',
  },
  {
    slug: 'analytic-templates',
    title: 'Analytic templates',
    intro: 'An analytic template compares what commands said before a change and after it.',
    schemas: ['TemplateDocument'],
    needed: ['name', 'prepostCommands'],
    inner: [
      {
        title: 'More of the document',
        rows: [
          ['os', 'Of the devices that it is for'],
          ['prepostCommands', 'Pairs of commands that are compared'],
          PASS_RULE,
          IGNORE_WARNINGS,
        ],
      },
      {
        title: 'A pair of commands',
        rows: [
          [
            'preRawCommand, postRawCommand',
            'What was run before and after; `<!name!>` stands for a variable',
          ],
          PASS_RULE,
          ['rules', 'How their outputs are compared'],
        ],
      },
      {
        title: 'A rule',
        rows: [
          ['type', oneOf(RULE_TYPES)],
          [
            'preRegex, postRegex',
            'Patterns (`/Version (\\S+)/`): the first group is what is compared; empty for the whole output',
          ],
          ['evaluation', `${oneOf(EVALUATORS)}: before, then after; \`evaluator\` means the same`],
          ['percentage', 'Of `%`: by how much the values may differ'],
          SEVERITY,
          [
            'allowAdded, allowRemoved',
            'Of `table`: rows may be there after the change alone, or before it alone',
          ],
        ],
      },
    ],
    examples: ['createAnalyticTemplate', 'runAnalyticsTemplate'],
    more: 'How verdicts are kept and shown: [content](../content.md#templates).',
  },
];
