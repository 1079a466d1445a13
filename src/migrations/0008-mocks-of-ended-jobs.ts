interface Database {
  collection(name: string): { updateMany(filter: object, update: object): Promise<unknown> };
}

/**
 * Mocks of test runs that have ended go: nothing reads them any more, and they were stored open, with whatever
 * secrets they hold. Those of open runs go when they end.
 */
export const mocksOfEndedJobs = {
  id: '0008-mocks-of-ended-jobs',
  async run(db: Database): Promise<void> {
    const ended = { mocks: { $type: 'string' }, status: { $in: ['complete', 'canceled'] } };
    await db.collection('jobs').updateMany(ended, { $set: { mocks: '{}' } });
  },
};
