import { describe, expect, it } from 'vitest';
import { Secret } from './kernel/secret.js';
import { loadConfig } from './platform/config/config.js';
import { startBanner } from './start-banner.js';

const url = 'http://127.0.0.1:3000';

describe('what is printed when the platform listens', () => {
  it('names the console and the docs page, and the password that was made up', () => {
    const password = new Secret('made-up');
    const lines = startBanner(loadConfig({}), { url, hasConsole: true, password }).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([`  console   ${url}/console`, `  docs      ${url}/docs`]),
    );
    expect(lines.at(-1)).toContain('made-up');
  });

  it('names no console where there is none, and no password that was given', () => {
    const text = startBanner(loadConfig({}), { url, hasConsole: false, password: null });
    expect(text).not.toMatch(/console|password/);
  });
});
