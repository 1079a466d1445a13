import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../kernel/app-error.js';
import { type RepositoryConfigSearch, searchConfigs } from './repository-config-list.js';

const config = (name: string, type: string, path: string, enabled = true) => ({
  name,
  type,
  path,
  enabled,
  hostname: '',
});
const CONFIGS = [
  config('@b', 'gitlab', 'net/packages'),
  config('@A', 'local', './Catalogue'),
  config('@c', 'local', './more', false),
];
const namesOf = (search: RepositoryConfigSearch) =>
  searchConfigs(CONFIGS, search).map(({ name }) => name);

describe('searchConfigs', () => {
  it('sorts by name whatever the case, and by other fields with the name behind', () => {
    expect(namesOf({})).toEqual(['@A', '@b', '@c']);
    expect(namesOf({ order: -1 })).toEqual(['@c', '@b', '@A']);
    expect(namesOf({ sort: 'type', order: -1 })).toEqual(['@c', '@A', '@b']);
  });

  it('combines filters, each on its own field', () => {
    expect(namesOf({ equals: 'local', equalsField: 'type' })).toEqual(['@A', '@c']);
    expect(namesOf({ equals: 'Local', equalsField: 'type' })).toEqual([]);
    expect(namesOf({ contains: 'CAT', containsField: 'path' })).toEqual(['@A']);
    expect(namesOf({ startsWith: '@a' })).toEqual(['@A']);
    expect(namesOf({ equals: 'false', equalsField: 'enabled' })).toEqual(['@c']);
    expect(namesOf({ startsWith: './', startsWithField: 'path', contains: 'c' })).toEqual(['@c']);
    expect(namesOf({ contains: '.*' })).toEqual([]);
  });

  it.each([
    [{ containsField: 'credentials' }, '#/queryOptions/containsField'],
    [{ equalsField: 'token' }, '#/queryOptions/equalsField'],
    [{ startsWithField: '__proto__' }, '#/queryOptions/startsWithField'],
    [{ sort: 'toString' }, '#/queryOptions/sort'],
  ])('refuses %j', (search, pointer) => {
    const refusal = (): unknown => {
      try {
        return namesOf(search);
      } catch (error) {
        return error instanceof AppError ? error.errors[0]?.pointer : error;
      }
    };
    expect(refusal()).toBe(pointer);
  });
});
