import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../kernel/secret.js';
import { ConfigError } from '../config/config.js';
import { loadSecretKeys } from './secret-keys.js';

describe('loadSecretKeys', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'secret-keys-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  const load = (keys?: string): readonly Buffer[] =>
    loadSecretKeys({ directory, secretsKeys: keys === undefined ? undefined : new Secret(keys) });
  const keyFile = (): string => join(directory, 'secrets.key');
  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  describe('when SECRETS_KEYS is set', () => {
    it('takes its keys in their order, in base64 and base64url, with and without padding', () => {
      const keys = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
      const text = [
        keys[0].toString('base64'),
        keys[1].toString('base64url'),
        keys[2].toString('base64').replace('=', ''),
      ].join(',');
      expect(load(text)).toEqual(keys);
    });

    it('makes no file', () => {
      load(randomBytes(32).toString('base64'));
      expect(readdirSync(directory)).toEqual([]);
    });
  });

  describe('when SECRETS_KEYS is not set', () => {
    it('makes a key for its owner alone and reads the same one ever after', () => {
      const [first] = load();
      expect(first).toHaveLength(32);
      expect(modeOf(keyFile())).toBe(0o600);
      expect(readdirSync(directory)).toEqual(['secrets.key']);
      expect(load()).toEqual([first]);
    });

    it('makes the data directory for its owner alone', () => {
      directory = join(directory, 'a', 'data');
      load();
      expect(modeOf(directory)).toBe(0o700);
    });

    it('makes another key for another directory', () => {
      const [first] = load();
      directory = join(directory, 'other');
      expect(load()).not.toEqual([first]);
    });

    it('reads several keys, one a line, newest first', () => {
      const keys = [randomBytes(32), randomBytes(32)];
      writeFileSync(keyFile(), keys.map((key) => key.toString('base64')).join('\n'), {
        mode: 0o600,
      });
      expect(load()).toEqual(keys);
    });
  });

  describe('when the file is not as it should be', () => {
    const refusal = (): ConfigError => {
      try {
        load();
      } catch (error) {
        if (error instanceof ConfigError) return error;
        throw error;
      }
      throw new Error('the file was accepted');
    };

    it.each([0o640, 0o604, 0o666])('refuses mode %o and says what to run', (mode) => {
      load();
      chmodSync(keyFile(), mode);
      expect(refusal().message).toContain(`run chmod 600 ${keyFile()}`);
    });

    it.each([
      ['empty', ''],
      ['short', randomBytes(31).toString('base64')],
      ['long', randomBytes(64).toString('base64')],
      ['other', 'correct horse battery staple'],
      ['half', `${randomBytes(32).toString('base64')}\n${randomBytes(10).toString('base64')}`],
    ])('refuses %s content, keeps it and does not show it', (_, content) => {
      writeFileSync(keyFile(), content, { mode: 0o600 });
      const { message } = refusal();
      expect(message).toContain('put the former keys back');
      expect(content === '' || !message.includes(content)).toBe(true);
      expect(readFileSync(keyFile(), 'utf8')).toBe(content);
    });

    it('refuses a directory in its place', () => {
      mkdirSync(keyFile());
      expect(refusal().message).toContain('EISDIR');
    });

    it('refuses a link to nowhere and leaves no draft behind', () => {
      symlinkSync(join(directory, 'nowhere'), keyFile());
      expect(refusal().message).toContain('ENOENT');
      expect(readdirSync(directory)).toEqual(['secrets.key']);
    });

    it('refuses a data directory that is a file', () => {
      const path = join(directory, 'file');
      writeFileSync(path, '');
      directory = path;
      expect(refusal().message).toContain('ENOTDIR');
      expect(existsSync(path)).toBe(true);
      directory = join(path, '..');
    });
  });
});
