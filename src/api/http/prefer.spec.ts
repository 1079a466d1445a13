import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { preferredEnvelope, prefersLater } from './prefer.js';

describe('preferredEnvelope', () => {
  it.each([
    ['envelope=bare', 'bare'],
    ['envelope=named', 'named'],
    [' Envelope = "Bare" ', 'bare'],
    ['respond-async, envelope=bare; why=small', 'bare'],
    ['envelope=named, envelope=bare', 'named'],
    ['envelope=other, envelope=bare', 'bare'],
  ])('reads %j as %s', (header, wanted) => {
    expect(preferredEnvelope(header)).toBe(wanted);
  });

  it.each([undefined, '', 'bare', 'envelope', 'envelope=', 'envelope="bare', 'my-envelope=bare'])(
    'finds no preference in %j',
    (header) => {
      expect(preferredEnvelope(header)).toBeUndefined();
    },
  );

  it('finds it among any other preferences', () => {
    const other = fc.stringMatching(/^[a-z-]{1,10}(=[a-z0-9]{1,5})?$/);
    fc.assert(
      fc.property(fc.array(other), fc.array(other), (before, after) => {
        const header = [...before, 'envelope=bare', ...after].join(', ');
        expect(preferredEnvelope(header)).toBe('bare');
      }),
    );
  });
});

describe('prefersLater', () => {
  it.each(['respond-async', ' Respond-Async ; x', 'envelope=bare, respond-async, wait=5'])(
    'finds the preference in %j',
    (header) => {
      expect(prefersLater(header)).toBe(true);
    },
  );

  it.each([undefined, '', 'respond-asynchronously', 'x=respond-async'])(
    'finds no preference in %j',
    (header) => {
      expect(prefersLater(header)).toBe(false);
    },
  );
});
