import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from './secret.js';

describe('Secret', () => {
  it('gives its value to whoever asks by name', () => {
    expect(new Secret('hunter2').reveal()).toBe('hunter2');
  });

  it('shows it in no other way', () => {
    const secret = new Secret('hunter2');
    const shown = [
      String(secret),
      JSON.stringify({ secret }),
      inspect({ secret }, { showHidden: true }),
    ];
    for (const text of shown) {
      expect(text).toContain('<SECRET>');
      expect(text).not.toContain('hunter2');
    }
  });
});
