import { describe, expect, it } from 'vitest';
import { namesByWords } from './nearest-name.js';

const NAMES = ['repos/get', 'repos/list-branches', 'networks_create', 'getAddresses', 'createNet'];

describe('names of like words', () => {
  it.each([
    ['getRepos', ['repos/get']],
    ['listBranchesRepo', ['repos/list-branches']],
    ['createNetwork', ['networks_create']],
    ['addressGet', ['getAddresses']],
    ['getEverythingElseThere', []],
    ['', []],
  ])('of %s are %j', (wanted, near) => {
    expect(namesByWords(NAMES)(wanted, 2)).toEqual(near);
  });

  it('are the likeliest, and no more than are asked for', () => {
    const names = ['getDevice', 'getDeviceStatus', 'getStatus'];
    expect(namesByWords(names)('getDevicesStatus', 1)).toEqual(['getDeviceStatus']);
  });
});
