import { describe, expect, it } from 'vitest';
import { templateCommands } from './template-commands.js';

const command = (text: string) => ({ command: text, rules: [] });

describe('commands that a template runs', () => {
  it('are each run once, a list being a run for each element', () => {
    const template = {
      commands: [
        command('show version'),
        command('show interface <!port!>'),
        command('show version'),
        command('show vlan <!absent!>'),
        'no command',
      ],
    };
    expect(templateCommands(template, { port: ['1', '2'] })).toEqual({
      kind: 'commands',
      commands: ['show version', 'show interface 1', 'show interface 2'],
    });
  });

  it('are refused where there are too many', () => {
    const template = { commands: [command('<!a!> <!b!>')] };
    const many = Array.from({ length: 100 }, (_, at) => String(at));
    expect(templateCommands(template, { a: many, b: many }).kind).toBe('too-many');
    const several = { commands: [command('a <!a!>'), command('b <!a!>')] };
    const most = Array.from({ length: 600 }, (_, at) => String(at));
    expect(templateCommands(several, { a: most }).kind).toBe('too-many');
  });
});
