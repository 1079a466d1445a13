import { describe, expect, it } from 'vitest';
import { incomingFor, variablesOf } from './mapped-payload.js';

const payload = { device: 'edge-1', site: 'north' };

describe('incomingFor', () => {
  it('is the payload as the one thing that a transformation takes', () => {
    expect(incomingFor([{ $id: 'body', type: 'object' }], payload)).toEqual({ body: payload });
  });

  it('is a member of the payload where that one thing is no object', () => {
    expect(incomingFor([{ $id: 'device', type: 'string' }], payload)).toEqual(payload);
  });

  it('is the members of the payload where it takes several, or says nothing', () => {
    expect(incomingFor([{ $id: 'device' }, { $id: 'site' }], payload)).toEqual(payload);
    expect(incomingFor([], payload)).toEqual(payload);
    expect(incomingFor(undefined, payload)).toEqual(payload);
  });
});

describe('variablesOf', () => {
  it('are the members of the one object that comes out', () => {
    expect(variablesOf({ out: { name: 'x' } })).toEqual({ name: 'x' });
  });

  it('are what comes out under its names otherwise', () => {
    expect(variablesOf({ name: 'x' })).toEqual({ name: 'x' });
    expect(variablesOf({ one: { a: 1 }, other: 2 })).toEqual({ one: { a: 1 }, other: 2 });
    expect(variablesOf(null)).toEqual({});
  });
});
