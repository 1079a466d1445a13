import { describe, expect, it } from 'vitest';
import { bracedLinesBetween } from './braced-paths.js';
import { readSetLines } from './set-lines.js';

const BEFORE = `## Last commit: 2024-01-01
version 22.4;
system {
    host-name edge-1;
    name-server [ 192.0.2.1 192.0.2.2 ];
    login {
        message "keep { out };";
    }
}
interfaces {
    ge-0/0/0 {
        disable;
        unit 0;
    }
}
`;

describe('lines between two configurations in braces', () => {
  it('delete what is too much and set what is missing', () => {
    const to = BEFORE.replace('edge-1', 'edge-2').replace(' 192.0.2.2', '').replace('disable;', '');
    expect(bracedLinesBetween({ from: BEFORE, to })).toEqual({
      kind: 'lines',
      lines: [
        'delete system host-name edge-1',
        'delete system name-server 192.0.2.2',
        'delete interfaces ge-0/0/0 disable',
        'set system host-name edge-2',
      ],
    });
  });

  it('are none between equal ones, whatever comments say', () => {
    const to = BEFORE.replace('2024', '2025').replace('edge-1;', 'edge-1; /* here */');
    expect(bracedLinesBetween({ from: BEFORE, to })).toEqual({ kind: 'lines', lines: [] });
  });

  it.each([
    ['a statement that is switched off', 'inactive: host-name edge-1;'],
    ['braces that do not match', 'host-name edge-1; }'],
    ['a text that does not end', 'message "x'],
    ['half a configuration', 'host-name {'],
  ])('are refused for %s', (_, to) => {
    expect(bracedLinesBetween({ from: BEFORE, to }).kind).toBe('refused');
  });

  it('are refused where the order of statements differs', () => {
    const texts = { from: 'policy { term a; term b; }', to: 'policy { term b; term a; }' };
    expect(bracedLinesBetween(texts).kind).toBe('refused');
  });
});

describe('lines of set and delete', () => {
  it('are sent as they are, without comments', () => {
    expect(readSetLines(['# a comment', ' set system host-name x', '', 'delete y z'])).toEqual({
      kind: 'change',
      wire: [
        { text: 'set system host-name x', line: 1 },
        { text: 'delete y z', line: 3 },
      ],
    });
  });

  it.each(['commit', 'run show version', 'edit system', 'rollback 1', 'system { }', 'settle x'])(
    'are refused where one is %s',
    (line) => {
      expect(readSetLines(['set a b', line])).toMatchObject({
        kind: 'refused',
        refused: [{ line: 1 }],
      });
    },
  );
});
