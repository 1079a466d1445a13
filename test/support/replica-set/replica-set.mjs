import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { Faults } from './faults.mjs';
import { Member } from './member.mjs';
import { RetryableWrites } from './retryable-writes.mjs';

const { MongoClient, ObjectId } = mongoose.mongo;
const LIMITS = [
  ...['maxBsonObjectSize', 'maxMessageSizeBytes', 'maxWriteBatchSize'],
  ...['minWireVersion', 'maxWireVersion'],
];

/**
 * A stand-in for a replica set, before one engine that is none: what a driver sees of elections, of members
 * that die and of replies that are lost. What is replicated needs no doing, all members have one store. It
 * does not stand in for writes that are rolled back: what was acknowledged by a majority is not.
 */
export class ReplicaSet {
  faults = new Faults();
  writes = new RetryableWrites();
  members = [];
  primary = null;
  term = 0;
  electionId;
  limits;
  enginePath;

  /** @param engineUri that of the embedded engine: a path of a socket. */
  static async start(engineUri, size = 3) {
    const set = new ReplicaSet();
    set.enginePath = decodeURIComponent(/^mongodb:\/\/([^/?]+)/.exec(engineUri)[1]);
    const client = await MongoClient.connect(engineUri);
    const hello = await client.db('admin').command({ hello: 1 });
    await client.close();
    set.limits = Object.fromEntries(LIMITS.map((name) => [name, hello[name]]));
    for (let at = 0; at < size; at += 1) {
      const member = new Member(set);
      await member.listen();
      set.members.push(member);
    }
    set.#elect(set.members[0]);
    return set;
  }

  uri(database, more = '') {
    const hosts = this.members.map(({ address }) => address).join(',');
    return `mongodb://${hosts}/${database}?replicaSet=stand-in${more}`;
  }

  /** The primary steps down, and after a while another member is elected; connections stay. */
  async stepDown(electionMs) {
    const next = this.#another();
    this.#elect(null);
    await delay(electionMs);
    this.#elect(next);
  }

  /** The primary dies, another member is elected, and later the dead one is back as a secondary. */
  async crash(electionMs, downMs) {
    const { primary } = this;
    const next = this.#another();
    primary.crash();
    this.#elect(null);
    await delay(electionMs);
    this.#elect(next);
    await delay(Math.max(0, downMs - electionMs));
    primary.restart();
    primary.changed();
  }

  close() {
    for (const member of this.members) member.close();
  }

  #another() {
    const { members, primary } = this;
    const at = members.indexOf(primary);
    return [...members.slice(at + 1), ...members.slice(0, at)].find(({ isUp }) => isUp);
  }

  #elect(member) {
    this.primary = member;
    this.term += 1;
    // A later one must be the larger, whatever the clock does.
    this.electionId = new ObjectId(`7fffffff${this.term.toString(16).padStart(16, '0')}`);
    for (const one of this.members) one.changed();
  }
}
