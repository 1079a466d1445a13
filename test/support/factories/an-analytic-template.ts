import { type JsonObject } from '../../../src/kernel/json.js';

/** One pair of commands with a rule of every type. */
export function anAnalyticTemplate(name: string, more: JsonObject = {}): JsonObject {
  return {
    name,
    os: 'ios',
    passRule: true,
    tags: [],
    unknown: { kept: [1, null, {}] },
    prepostCommands: [
      {
        preRawCommand: 'show <!what!>',
        postRawCommand: 'show <!what!>',
        passRule: true,
        rules: [
          { type: 'matches', preRegex: '/is (\\w+)/', postRegex: '/is (\\w+)/', evaulator: '=' },
          { type: 'regex', preRegex: 'mtu (\\d+)', postRegex: 'mtu (\\d+)', evaluator: '<=' },
          { type: 'table', preRegex: '(\\w+) is (\\w+)', postRegex: '(\\w+) is (\\w+)' },
        ],
      },
    ],
    ...more,
  };
}
