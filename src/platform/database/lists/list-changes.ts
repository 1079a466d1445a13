import { randomUUID } from 'node:crypto';
import { type mongo } from 'mongoose';
import { type Clock } from '../../../kernel/clock.js';

/** Changes begun within this time after another of the same node share its mark. */
const SHARED_MS = 10_000;

/** How often a list has changed, and who is changing it now. */
export interface Generation {
  readonly _id: string;
  readonly generation: number;
  readonly changing: readonly { readonly id: string; readonly since: Date }[];
}

/** What says in the database that this node is changing a list. */
interface Mark {
  readonly id: string;
  readonly since: Date;
  readonly stored: Promise<unknown>;
  /** The changes that go on under it; the last of them takes it away. */
  changes: number;
}

/** The changes of lists that this node makes, marked in the database while they last. */
export class ListChanges {
  private readonly marks = new Map<string, Mark>();

  constructor(
    private readonly generations: () => mongo.Collection<Generation>,
    private readonly clock: Clock,
  ) {}

  /** Does a change of the list under a mark; behind it the list has another generation. */
  async whileChanging<T>(list: string, write: () => Promise<T>): Promise<T> {
    const mark = this.sharedMark(list) ?? this.newMark(list);
    mark.changes += 1;
    try {
      await mark.stored;
      return await write();
    } finally {
      mark.changes -= 1;
      if (mark.changes === 0) await this.removeMark(list, mark);
    }
  }

  private sharedMark(list: string): Mark | undefined {
    const mark = this.marks.get(list);
    const age = mark && this.clock.now().getTime() - mark.since.getTime();
    return age !== undefined && Math.abs(age) < SHARED_MS ? mark : undefined;
  }

  private newMark(list: string): Mark {
    const [id, since] = [randomUUID(), this.clock.now()];
    const stored = this.generations().updateOne(
      { _id: list },
      { $inc: { generation: 1 }, $push: { changing: { id, since } } },
      { upsert: true },
    );
    const mark = { id, since, stored, changes: 0 };
    this.marks.set(list, mark);
    return mark;
  }

  private async removeMark(list: string, mark: Mark): Promise<void> {
    if (this.marks.get(list) === mark) this.marks.delete(list);
    await this.generations()
      .updateOne({ _id: list }, { $inc: { generation: 1 }, $pull: { changing: { id: mark.id } } })
      // What was written is written. The mark stays for a while, and totals are counted.
      .catch(() => undefined);
  }
}
