interface Database {
  collection(name: string): { updateMany(filter: object, update: object[]): Promise<unknown> };
}

/** Jobs say to which family they belong, who started it, and that none of them waits for its turn. */
export const familiesOfJobs = {
  id: '0007-families-of-jobs',
  async run(db: Database): Promise<void> {
    const fields = {
      rootId: { $ifNull: [{ $arrayElemAt: ['$ancestors', 0] }, '$_id'] },
      rootStarter: { $ifNull: ['$startedBy.id', ''] },
      takesPlace: false,
      queuedDepth: null,
      canceledFromAbove: null,
      descendants: 0,
    };
    await db.collection('jobs').updateMany({ rootId: { $exists: false } }, [{ $set: fields }]);
  },
};
