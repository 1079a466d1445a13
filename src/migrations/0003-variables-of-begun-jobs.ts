interface Database {
  collection(name: string): { updateMany(filter: object, update: object): Promise<unknown> };
}

/**
 * Requests of triggers whose job has begun lose the variables that they held in clear; the job has them. Those
 * that still wait lose them as soon as they are taken.
 */
export const variablesOfBegunJobs = {
  id: '0003-variables-of-begun-jobs',
  async run(db: Database): Promise<void> {
    await db
      .collection('job_start_requests')
      .updateMany(
        { status: { $in: ['taken', 'ended'] }, variables: { $exists: true } },
        { $unset: { variables: 1 } },
      );
  },
};
