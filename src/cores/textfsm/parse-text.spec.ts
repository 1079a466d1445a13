import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseText, templateFault } from './parse-text.js';
import { TextFsmError } from './textfsm-error.js';

const template = (...lines: string[]): string => lines.join('\n');
const rowsOf = (text: string, output: string) => parseText(text, output).rows;

const INTERFACES = template(
  '# What an interface says of itself.',
  'Value Required NAME (\\S+)',
  'Value STATE (up|down)',
  'Value MTU (\\d+)',
  '',
  'Start',
  '  # A new interface ends the one before.',
  '  ^\\S+ is -> Continue.Record',
  '  ^${NAME} is ${STATE}$$',
  '  ^\\s+MTU $MTU bytes',
);
const OUTPUT = 'Gi1 is up\n  MTU 1500 bytes\nGi2 is down\nGi3 is up\n  MTU 9000 bytes\n';

describe('templates of outputs', () => {
  it('makes a row for each record, in the order of the output', () => {
    expect(parseText(INTERFACES, OUTPUT)).toEqual({
      header: ['NAME', 'STATE', 'MTU'],
      rows: [
        { NAME: 'Gi1', STATE: 'up', MTU: '1500' },
        { NAME: 'Gi2', STATE: 'down', MTU: '' },
        { NAME: 'Gi3', STATE: 'up', MTU: '9000' },
      ],
    });
  });

  it('records the last row only where the template does not name the end', () => {
    expect(rowsOf(`${INTERFACES}\n\nEOF\n`, OUTPUT)).toHaveLength(2);
    const ended = INTERFACES.replace('bytes', 'bytes -> End');
    expect(rowsOf(ended, OUTPUT)).toEqual([]);
  });

  it('fills values down, up, into lists, and leaves rows out that lack a required one', () => {
    const text = template(
      'Value Filldown CHASSIS (\\S+)',
      'Value Required SLOT (\\d+)',
      'Value List PORT ((?P<kind>[a-z]+)(?P<number>\\d+))',
      'Value Fillup VENDOR (\\w+)',
      '',
      'Start',
      ' ^chassis ${CHASSIS}',
      ' ^port ${PORT}',
      ' ^vendor ${VENDOR} -> Record',
      ' ^slot ${SLOT} -> Continue',
      ' ^slot \\d+ ports ${PORT} and ${VENDOR}',
      ' ^slot -> Record',
      ' ^clear -> Clear',
      ' ^forget -> Clearall',
    );
    const output = ['chassis A', 'port ge1', 'port ge2', 'slot 1', 'slot 2', 'vendor acme'];
    const ports = [
      { kind: 'ge', number: '1' },
      { kind: 'ge', number: '2' },
    ];
    expect(rowsOf(text, output.join('\n'))).toEqual([
      { CHASSIS: 'A', SLOT: '1', PORT: ports, VENDOR: 'acme' },
      { CHASSIS: 'A', SLOT: '2', PORT: [], VENDOR: 'acme' },
    ]);
    expect(rowsOf(text, 'chassis A\nport ge1\nclear\nslot 1')).toMatchObject([
      { CHASSIS: 'A', PORT: [] },
    ]);
    expect(rowsOf(text, 'chassis A\nforget\nslot 1')).toMatchObject([{ CHASSIS: '' }]);
  });

  it('goes from state to state', () => {
    const text = template(
      'Value NAME (\\w+)',
      '',
      'Start',
      ' ^BEGIN -> Table',
      '',
      'Table',
      ' ^END$$ -> Start',
      ' ^${NAME} -> Next.Record Table',
    );
    expect(rowsOf(text, 'x\nBEGIN\na\nb\nEND\nc\nBEGIN\nd')).toEqual(
      ['a', 'b', 'd'].map((NAME) => ({ NAME })),
    );
  });

  it('says what the template says of outputs that it does not expect', () => {
    const text = template('Value A (.)', '', 'Start', ' ^% -> Error "no such command"', ' ^${A}');
    expect(() => parseText(text, 'x\n% Invalid input')).toThrow(
      new TextFsmError('state', 'no such command, at: % Invalid input', 4),
    );
  });

  it.each([199, 200])('shows the beginning of a long output in whole characters: %d', (length) => {
    const text = template('Value A (.)', '', 'Start', ' ^% -> Error');
    expect(() => parseText(text, `%${'x'.repeat(length - 1)}😀😀`)).toThrow(/^\P{Surrogate}+…$/u);
  });

  it('judges an action of any length in one pass', () => {
    const text = template('Value A (.)', '', 'Start', ` ^% ->${' '.repeat(500_000)}Next !`);
    expect(templateFault(text)).toMatch(/line 4/);
  });

  it('runs patterns that look behind, and refuses those that take too long', () => {
    const text = template('Value WORD (\\w+)', '', 'Start', ' ^(?!no ).*(?<=is )${WORD} -> Record');
    expect(rowsOf(text, 'it is so\nno it is so')).toEqual([{ WORD: 'so' }]);
    const slow = template('Value X ((?:a|aa)+(?=b))', '', 'Start', ' ^${X}');
    expect(() => parseText(slow, 'a'.repeat(5000))).toThrow(/line 4: .*too many steps/);
  });

  it.each([
    ['', 'there is no state'],
    ['Start\n ^a', 'line 1: a template begins with its values'],
    ['Value A (a)\nStart', 'line 2: no blank line after the values'],
    ['Value A a', 'line 1: the pattern of a value stands in parentheses'],
    ['Value A (a', 'line 1: the pattern of a value stands in parentheses'],
    ['Value A (a))', 'line 1: the pattern cannot be run'],
    ['Value Always A (a)', "line 1: 'Always' is none of Required, Filldown"],
    ['Value A (a)\nValue A (b)', "line 2: value 'A' is there twice"],
    ['Value A (a)\n\nStart\n^a', 'line 4: a rule begins with'],
    ['Value A (a)\n\nStart\n ^$B', "line 4: there is no value 'B'"],
    ['Value A (a)\n\nStart\n ^a$', "line 4: a dollar sign is written '$$'"],
    ['Value A (a)\n\nStart\n ^${A}${A}', "line 4: two groups are called 'A'"],
    ['Value A (a)\n\nStart\n ^a -> Continue Start', "line 4: 'Continue' goes to no other state"],
    ['Value A (a)\n\nStart\n ^a -> Next.Jump', "line 4: what follows '->' is no action"],
    ['Value A (a)\n\nStart\n ^a -> Other', "line 4: there is no state 'Other'"],
    ['Value A (a)\n\nStart\n\nStart', "line 5: state 'Start' is there twice"],
    ['Value A (a)\n\nRecord\n', "line 3: 'Record' is no name of a state"],
    ['Value A (a)\n\nStart\n\nEnd\n ^a', "line 6: state 'End' has no rules"],
  ])('refuses %j', (text, fault) => {
    expect(templateFault(text)).toContain(fault);
  });

  it('reads no more patterns than it has time for', () => {
    const rules = Array.from({ length: 400 }, () => ' ^[a-z]{900}$$');
    expect(templateFault(template('Value A (a)', '', 'Start', ...rules))).toMatch(
      /line \d+: the patterns take too long to read/,
    );
  });

  it('reads back what was printed as a table', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9/-]{0,15}$/);
    const line = fc.record({ NAME: word, VLAN: fc.nat(4094).map(String), STATE: word });
    const text = template(
      'Value NAME (\\S+)',
      'Value VLAN (\\d+)',
      'Value STATE (\\S+)',
      '',
      'Start',
      ' ^${NAME}\\s+${VLAN}\\s+${STATE}\\s*$$ -> Record',
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const printed = rows.map(
          ({ NAME, VLAN, STATE }) => `${NAME.padEnd(20)}${VLAN.padStart(5)}  ${STATE}`,
        );
        expect(rowsOf(text, ['Port  Vlan  State', ...printed].join(end))).toEqual(rows);
      }),
    );
  });

  it('says of every text what is wrong with it, or runs it', () => {
    const piece = fc.constantFrom(
      ...['Value ', 'List ', 'X ', '(\\d+)', '(', ')', '\n', '\n\n', 'Start', ' ^', '${X}', '$$'],
      ...[' -> ', 'Record', 'Continue', 'Error "x"', '# x', '[', '?P<a>', '.*', 'EOF', 'End'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.string(), (pieces, output) => {
        let thrown: unknown = new TextFsmError('syntax', '');
        try {
          rowsOf(pieces.join(''), output);
        } catch (error) {
          thrown = error;
        }
        expect(thrown).toBeInstanceOf(TextFsmError);
      }),
      { numRuns: 500 },
    );
  });
});
