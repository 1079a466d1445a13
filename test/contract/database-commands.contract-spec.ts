import { describe, expect, it } from 'vitest';
import { commandViolations } from '../support/contract/database-commands.js';

const journalled = { writeConcern: { w: 1, j: true } };

describe('the list of database commands, which every e2e test is held to', () => {
  it.each([
    ['find', { find: 'packages', filter: { name: 'x' } }],
    ['insert', { insert: 'packages', ...journalled }],
    ['update', { update: 'packages', writeConcern: { w: 'majority', j: true } }],
    ['aggregate', { aggregate: 'packages', pipeline: [{ $match: {} }, { $group: {} }] }],
  ])('lets %s pass', (name, command) => {
    expect(commandViolations(name, command)).toEqual([]);
  });

  it.each([
    ['commitTransaction', { commitTransaction: 1 }],
    ['find', { find: 'packages', filter: { $where: 'true' } }],
    ['find', { find: 'packages', startTransaction: true, autocommit: false }],
    ['aggregate', { aggregate: 'packages', pipeline: [{ $changeStream: {} }] }],
    ['aggregate', { aggregate: 'packages', pipeline: [{ $facet: {} }] }],
    ['insert', { insert: 'packages' }],
    ['delete', { delete: 'packages', writeConcern: { w: 1 } }],
    ['findAndModify', { findAndModify: 'packages', writeConcern: { w: 0, j: true } }],
  ])('refuses %s of %o', (name, command) => {
    expect(commandViolations(name, command)).not.toEqual([]);
  });
});
