import { describe, expect, it } from '@jest/globals';
import { connectionOptions } from './connection-options.js';

describe('connectionOptions', () => {
  it('asks for journalled writes of the majority', () => {
    expect(connectionOptions('mongodb://h/db').writeConcern).toEqual({
      w: 'majority',
      journal: true,
    });
  });

  it.each([
    ['w=1', { w: 1, journal: true }],
    ['journal=false', { w: 'majority', journal: false }],
    ['w=0', { w: 0, journal: false }],
    ['w=everyRack&wtimeoutMS=500', { w: 'everyRack', journal: true, wtimeoutMS: 500 }],
  ])('lets the operator say %s', (query, writeConcern) => {
    expect(connectionOptions(`mongodb://h/db?${query}`).writeConcern).toEqual(writeConcern);
  });

  it('leaves out what the URI says itself, whatever the case', () => {
    const options = connectionOptions('mongodb://h/?MAXPOOLSIZE=3&serverSelectionTimeoutMS=9');
    expect(options).not.toHaveProperty('maxPoolSize');
    expect(options).not.toHaveProperty('serverSelectionTimeoutMS');
    expect(options).toMatchObject({ connectTimeoutMS: 5000, appName: 'netadmin-api' });
  });

  it('makes nothing by itself and waits in the driver', () => {
    expect(connectionOptions('mongodb://h/')).toMatchObject({
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
    });
  });
});
