const AT_ONCE = 500;
const PROJECTION = { gbac: 1, automationId: 1, ancestors: 1 } as const;

interface Gbac {
  readonly read: readonly string[];
  readonly write: readonly string[];
  readonly and?: readonly Gbac[];
}

interface Row {
  /** A text in each of these collections. */
  readonly _id: unknown;
  readonly gbac?: Gbac;
  readonly automationId?: string | null;
  readonly ancestors?: readonly string[];
}

interface Rows {
  sort(order: { readonly _id: 1 }): Rows;
  limit(limit: number): Rows;
  toArray(): Promise<Row[]>;
}

interface Database {
  collection(name: string): {
    find(filter: object, options: object): Rows;
    updateOne(filter: object, update: object): Promise<unknown>;
    updateMany(filter: object, update: object): Promise<unknown>;
  };
}

/** An automation that nothing was derived of is for administrators alone. */
const NOBODYS: Gbac = { read: ['?'], write: ['?'] };

/**
 * Jobs, their tasks and what waits to become a job take over who may see their automation; jobs that others
 * started, also who may see those. An automation that is gone says nothing any more. In portions, by id.
 */
export const guardsOfJobs = {
  id: '0006-guards-of-jobs',
  async run(
    db: Database,
    progress: { readonly saved: unknown; save(value: unknown): Promise<void> },
  ): Promise<void> {
    await mendRequests(db);
    const jobs = db.collection('jobs');
    let after = typeof progress.saved === 'string' ? progress.saved : '';
    for (;;) {
      const some = await jobs
        .find({ _id: { $gt: after } }, { projection: PROJECTION, hint: '_id_' })
        .sort({ _id: 1 })
        .limit(AT_ONCE)
        .toArray();
      const last = some.at(-1);
      if (!last) return;
      await mend(db, some);
      after = String(last._id);
      await progress.save(after);
    }
  },
};

async function mendRequests(db: Database): Promise<void> {
  const requests = db.collection('job_start_requests');
  const filter = { status: 'waiting', gbac: { $exists: false } };
  const waiting = await requests.find(filter, { projection: PROJECTION }).toArray();
  const guards = await guardsOf(db, 'automations', automationsOf(waiting));
  for (const { _id, automationId } of waiting) {
    const gbac = guards.get(automationId ?? '');
    if (gbac) await requests.updateOne({ _id }, { $set: { gbac } });
  }
}

async function mend(db: Database, some: readonly Row[]): Promise<void> {
  const automations = await guardsOf(db, 'automations', automationsOf(some));
  const above = await guardsOf(db, 'jobs', [...new Set(some.flatMap(aboveOf))]);
  for (const job of some) {
    const own = job.gbac ?? { read: [], write: [] };
    const others = [
      automations.get(job.automationId ?? ''),
      ...aboveOf(job).map((id) => above.get(id)),
    ];
    const change = guardedByAll([own, ...others.filter((one) => one !== undefined)]);
    if (JSON.stringify(change.gbac) === JSON.stringify(own)) continue;
    // The job last: as long as it is as it was, its tasks are changed again.
    await db.collection('job_tasks').updateMany({ jobId: job._id }, { $set: change });
    await db.collection('jobs').updateOne({ _id: job._id }, { $set: change });
  }
}

function automationsOf(some: readonly Row[]): readonly string[] {
  return [...new Set(some.flatMap(({ automationId }) => automationId ?? []))];
}

function aboveOf({ _id, ancestors = [] }: Row): readonly string[] {
  return ancestors.filter((id) => id !== _id);
}

async function guardsOf(
  db: Database,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Gbac>> {
  const guards = new Map<string, Gbac>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const found = await db
      .collection(collection)
      .find({ _id: { $in: ids.slice(from, from + AT_ONCE) } }, { projection: { gbac: 1 } })
      .toArray();
    for (const { _id, gbac = NOBODYS } of found) guards.set(String(_id), gbac);
  }
  return guards;
}

/** As the platform guarded jobs when this was written. */
function guardedByAll(all: readonly Gbac[]): { readonly gbac: Gbac; readonly readers: string[] } {
  const closed = all.flatMap(flattened).filter(({ read, write }) => read.length + write.length > 0);
  const [first, ...others] = closed.filter(
    (one, at) =>
      !closed.some(
        (other, place) =>
          place !== at && implies(other, one) && (place < at || !implies(one, other)),
      ),
  );
  if (!first) return { gbac: { read: [], write: [] }, readers: ['*'] };
  const readers = [...new Set([...first.read, ...first.write])];
  if (others.length === 0) return { gbac: first, readers };
  return { gbac: { ...first, and: others }, readers: readers.map((id) => `+${id}`) };
}

function flattened({ read, write, and = [] }: Gbac): readonly Gbac[] {
  return [{ read: [...new Set(read)], write: [...new Set(write)] }, ...and.flatMap(flattened)];
}

function implies(one: Gbac, other: Gbac): boolean {
  const readers = new Set([...other.read, ...other.write]);
  return (
    [...one.read, ...one.write].every((id) => readers.has(id)) &&
    one.write.every((id) => other.write.includes(id))
  );
}
