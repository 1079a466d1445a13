interface Database {
  collection(name: string): { updateMany(filter: object, update: object[]): Promise<unknown> };
}

/**
 * Entries of the catalogue say which line of their project they are. What they cannot know without
 * being read again is empty: their fingerprints fit no package any more, so the next reading does
 * that, and until then they are offered as before.
 */
export const linesOfPackages = {
  id: '0004-lines-of-packages',
  async run(db: Database): Promise<void> {
    const kind = { $cond: ['$isDefaultBranch', 'default-branch', 'place'] };
    await db.collection('catalogue_entries').updateMany({ line: { $exists: false } }, [
      {
        $set: {
          line: { kind, name: null },
          dependencies: [],
          integrity: '',
          signature: { state: 'unchecked', key: null },
          signatureText: null,
          projectId: null,
        },
      },
      { $unset: 'isDefaultBranch' },
    ]);
  },
};
