import { describe, expect, it } from 'vitest';
import { AppError } from '../../../kernel/app-error.js';
import { packageSource, type SourceMembers } from './package-source.js';

const pointersOf = (members: SourceMembers): readonly string[] => {
  try {
    packageSource(members);
    return [];
  } catch (error) {
    return error instanceof AppError ? error.errors.map(({ pointer }) => pointer) : ['?'];
  }
};

describe('packageSource', () => {
  it('takes a name, with or without configuration and version', () => {
    expect(packageSource({ name: 'x', config: '@a', version: '1' })).toEqual({
      kind: 'named',
      named: { name: 'x', config: '@a', version: '1' },
    });
  });

  it('takes a document', () => {
    expect(packageSource({ artifact: {} })).toEqual({
      kind: 'uploaded',
      uploaded: { document: {}, pointer: '#/artifact' },
    });
  });

  it('refuses neither, and both', () => {
    expect(pointersOf({})).toEqual(['#/name']);
    expect(pointersOf({ config: '@a' })).toEqual(['#/name']);
    expect(pointersOf({ artifact: {}, version: '1' })).toEqual(['#/version']);
  });
});
