interface Index {
  readonly name?: string;
  readonly key: Readonly<Record<string, unknown>>;
}

interface Collection {
  listIndexes(): { toArray(): Promise<readonly Index[]> };
  dropIndex(name: string): Promise<unknown>;
}

interface Database {
  listCollections(filter: object): { toArray(): Promise<readonly unknown[]> };
  collection(name: string): Collection;
}

/** What earlier versions declared and no query uses any more, or what stands in the way of a newer one. */
const RETIRED = [
  { collection: 'job_start_requests', name: 'waiting', key: { status: 1, at: 1, _id: 1 } },
  { collection: 'triggers', name: 'form', key: { formId: 1, _id: 1 } },
  { collection: 'integration_models', name: 'version', key: { versionFolded: 1, hidden: 1 } },
  { collection: 'backups', name: 'dates', key: { date: -1, _id: -1, hidden: 1, name: 1 } },
  { collection: 'job_tasks', name: 'turns', key: { starter: 1, claimableAt: 1, _id: 1 } },
  { collection: 'package_staging', name: 'operation', key: { operationId: 1, _id: 1 } },
  { collection: 'jobs', name: 'ended', key: { endedAt: 1, _id: 1 } },
  { collection: 'notification_rules', name: 'channels_1', key: { channels: 1 } },
] as const;

/** Indexes of earlier versions go; one of the same name with other fields is left, it may be an operator's. */
export const retiredIndexes = {
  id: '0009-retired-indexes',
  async run(db: Database): Promise<void> {
    for (const { collection, name, key } of RETIRED) {
      if ((await db.listCollections({ name: collection }).toArray()).length === 0) continue;
      const indexes = await db.collection(collection).listIndexes().toArray();
      const isThere = indexes.some((one) => one.name === name && isSame(one.key, key));
      if (isThere) await db.collection(collection).dropIndex(name);
    }
  },
};

/** The order of the fields counts. */
function isSame(one: Index['key'], other: Index['key']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
