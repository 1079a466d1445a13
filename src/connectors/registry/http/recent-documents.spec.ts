import { describe, expect, it } from 'vitest';
import { RecentDocuments } from './recent-documents.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Asks twice for so many documents of a size; tells how often one was read. */
async function readsOf(count: number, characters: number): Promise<number> {
  const recent = new RecentDocuments();
  let reads = 0;
  const read = () => {
    reads += 1;
    return Promise.resolve({ document: {}, characters, signature: null });
  };
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < count; at += 1) await recent.get(String(at), read);
  }
  return reads;
}

describe('RecentDocuments', () => {
  it('keeps the latest of the usual size', async () => {
    expect(await readsOf(32, 100 * KIB)).toBe(32);
    expect(await readsOf(33, 100 * KIB)).toBe(66);
  });

  it('keeps no large ones, which parsed may take twenty times as much', async () => {
    expect(await readsOf(32, MIB)).toBe(64);
  });

  it('reads once what is asked for while it is read, whatever its size', async () => {
    const recent = new RecentDocuments();
    const read = () => Promise.resolve({ document: {}, characters: MIB, signature: null });
    const other = () => Promise.reject(new Error('read twice'));
    const [one, two] = await Promise.all([recent.get('a', read), recent.get('a', other)]);
    expect(two).toBe(one);
  });
});
