import { describe, expect, it } from 'vitest';
import { type EngineExit, explainEngineExit } from './engine-exit.js';

const MIB = 1024 * 1024;

function anEngineExit(more: Partial<EngineExit> = {}): EngineExit {
  return {
    directory: '/data/mongodb',
    exitCode: null,
    signal: 'SIGABRT',
    wasServing: true,
    refusal: undefined,
    holder: undefined,
    freeBytes: 1000 * MIB,
    output: '',
    ...more,
  };
}

const refusal = (inUse: boolean): EngineExit['refusal'] => ({
  kind: 'refused',
  inUse,
  message: 'Not a directory',
});

describe('explainEngineExit', () => {
  it.each<[string, Partial<EngineExit>, string]>([
    [
      'a directory in use, with the holder',
      { refusal: refusal(true), holder: 77, exitCode: 1, signal: null, freeBytes: 0 },
      'The database directory /data/mongodb is in use by process 77; stop it, or use another DATA_DIR.',
    ],
    [
      'a directory in use by nobody knows whom',
      { refusal: refusal(true), exitCode: 1, signal: null },
      'The database directory /data/mongodb is in use by another process; stop it, or use another DATA_DIR.',
    ],
    [
      'a full disk while serving',
      { freeBytes: 1.5 * MIB },
      'The disk of /data/mongodb is full (1.5 MiB free); make room, nothing that was acknowledged is lost.',
    ],
    [
      'a full disk while opening',
      { refusal: refusal(false), freeBytes: 0, exitCode: 1, signal: null, wasServing: false },
      'The disk of /data/mongodb is full (0.0 MiB free); make room, nothing that was acknowledged is lost.',
    ],
    [
      'files that cannot be opened',
      { exitCode: 14, signal: null, wasServing: false },
      'The files in /data/mongodb are damaged; restore them, or import an export into an empty directory.',
    ],
    [
      'what the engine refuses in its own words',
      { refusal: refusal(false), exitCode: 1, signal: null, wasServing: false },
      'The engine cannot open /data/mongodb: Not a directory',
    ],
    [
      'a kill by somebody, even when the disk is full too',
      { signal: 'SIGKILL', freeBytes: 0 },
      'The database engine of /data/mongodb is gone: its process ended by signal SIGKILL.',
    ],
    [
      'an end with last words',
      { exitCode: 3, signal: null, output: 'out of memory\n', freeBytes: undefined },
      'The database engine of /data/mongodb is gone: its process ended with exit code 3: out of memory.',
    ],
    [
      'an end that nobody knows anything of',
      { signal: null, freeBytes: undefined },
      'The database engine of /data/mongodb is gone: its process ended with exit code unknown.',
    ],
  ])('tells %s', (_, more, sentence) => {
    expect(explainEngineExit(anEngineExit(more))).toBe(sentence);
  });
});
