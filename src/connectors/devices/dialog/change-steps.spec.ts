import { describe, expect, it } from 'vitest';
import { DEVICE_TYPES } from '../types/device-types.js';
import { changeSteps } from './change-steps.js';
import { changeLineRefusal } from './command-line.js';

const IOS = DEVICE_TYPES['cisco-ios'];
const commands = (lines: readonly string[], type = 'cisco-ios' as keyof typeof DEVICE_TYPES) =>
  changeSteps(lines, DEVICE_TYPES[type]).map(({ before, command }) => [...before, command]);

describe('changeSteps', () => {
  it('leaves blank lines and comments out and keeps the places of the others', () => {
    const steps = changeSteps(['! a comment', '', 'interface x', '!', ' mtu 9000'], IOS);
    expect(steps.map(({ index, command }) => [index, command])).toEqual([
      [2, 'interface x'],
      [4, ' mtu 9000'],
    ]);
  });

  it('puts a text of several lines together, blank lines and comments included', () => {
    expect(commands(['banner motd #', '! hello', '', 'bye #', 'end-of it'])).toEqual([
      ['banner motd #', '! hello', '', 'bye #'],
      ['end-of it'],
    ]);
    expect(commands(['banner motd', 'hello', 'EOF', 'x'], 'arista-eos')).toEqual([
      ['banner motd', 'hello', 'EOF'],
      ['x'],
    ]);
  });

  it('takes a text that ends in its first line, or never, as one line', () => {
    expect(commands(['banner motd #hello#', 'x'])).toEqual([['banner motd #hello#'], ['x']]);
    expect(commands(['banner motd ^C', 'x'])).toEqual([['banner motd ^C'], ['x']]);
  });
});

describe('changeLineRefusal', () => {
  const { reserved } = DEVICE_TYPES['cisco-xr'].change;

  it.each(['commit', 'COMMIT', ' commit replace', 'comm', 'abort', 'do show run', 'end'])(
    'refuses %j',
    (line) => {
      expect(changeLineRefusal(line, reserved)).toContain('not a line of configuration');
    },
  );

  it.each(['interface x', 'co', 'description commit', 'exit', 'community-set x'])(
    'takes %j',
    (line) => {
      expect(changeLineRefusal(line, reserved)).toBeUndefined();
    },
  );
});
