import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { parseReply, parseRequest, readMessages, writeReply, writeRequest } from './wire.mjs';

const { Long, ObjectId } = mongoose.mongo;
const GREETINGS = new Set(['hello', 'isMaster', 'ismaster']);
/** What any member answers, whether it is primary or not. */
const EVERYWHERE = new Set(['ping', 'serverStatus', 'buildInfo', 'endSessions', 'killCursors']);
const NAMES = {
  91: 'ShutdownInProgress',
  189: 'PrimarySteppedDown',
  10107: 'NotWritablePrimary',
  11600: 'InterruptedAtShutdown',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
};
const CURSOR_NOT_FOUND = {
  ok: 0,
  code: 43,
  codeName: 'CursorNotFound',
  errmsg: 'cursor not found',
};
/** No reply: the connection is broken instead. */
const BROKEN = Symbol('broken');

/** What the engine has not, and what only a replica set has. */
function forTheEngine({ lsid, txnNumber, $clusterTime, readConcern, ...command }) {
  const { writeConcern } = command;
  // Without replication `majority` would not wait for the journal (ADR 0010).
  if (writeConcern) command.writeConcern = { w: 1, j: writeConcern.j ?? true };
  return command;
}

const nameOf = ({ command }) => Object.keys(command)[0];

/** One member of the set: a port before the engine that all members share. */
export class Member {
  #server;
  #sockets = new Set();
  #processId = new ObjectId();
  #version = 0;
  #waiting = new Set();
  #isUp = true;
  /** Cursors live where they were made, and as long as that runs. */
  #cursors = new Set();
  #set;
  address;

  constructor(set) {
    this.#set = set;
  }

  async listen() {
    this.#server = createServer((socket) => this.#serve(socket));
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.address = `127.0.0.1:${this.#server.address().port}`;
  }

  get isUp() {
    return this.#isUp;
  }

  close() {
    this.#server.close();
    this.#breakAll();
  }

  /** Whoever waits for a change of the set is told now. */
  changed() {
    this.#version += 1;
    for (const tell of this.#waiting) tell();
    this.#waiting.clear();
  }

  /** As a process that dies: connections break, new ones are refused, cursors are gone. */
  crash() {
    this.#isUp = false;
    this.#cursors.clear();
    this.#breakAll();
  }

  restart() {
    this.#isUp = true;
    this.#processId = new ObjectId();
    this.#version = 0;
  }

  #breakAll() {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  #serve(socket) {
    if (!this.#isUp) return socket.destroy();
    this.#sockets.add(socket);
    const engine = new EngineConnection(this.#set.enginePath);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      engine.end();
    });
    socket.on('error', () => undefined);
    let queue = Promise.resolve();
    readMessages(socket, (message) => {
      queue = queue
        .then(() => this.#answer(socket, engine, parseRequest(message)))
        .catch(() => socket.destroy());
    });
  }

  async #answer(socket, engine, request) {
    if (GREETINGS.has(nameOf(request))) return this.#answerGreeting(socket, request);
    const reply = await this.#reply(engine, request);
    if (reply === BROKEN) socket.destroy();
    else if (!socket.destroyed && request.expectsReply !== false) {
      socket.write(writeReply(request, reply));
    }
  }

  /** Who allows it is told of each change from then on, over the one request. */
  async #answerGreeting(socket, request) {
    const { takesMore } = request;
    let { command } = request;
    do {
      const reply = await this.#greet(command);
      if (!this.#isUp) socket.destroy();
      if (!socket.destroyed) socket.write(writeReply(request, reply, takesMore));
      command = { ...command, topologyVersion: reply.topologyVersion };
    } while (takesMore && !socket.destroyed);
  }

  async #reply(engine, request) {
    const { command } = request;
    const name = nameOf(request);
    if (name === 'endSessions') return { ok: 1 };
    const fault = this.#set.faults.next(name);
    if (fault?.kind === 'delay') await delay(fault.ms);
    if (fault?.kind === 'dropBefore') return BROKEN;
    if (fault?.kind === 'error') return this.#asSteppedDown(failure(fault.code, command));
    if (name === 'getMore' && !this.#cursors.has(String(command.getMore))) return CURSOR_NOT_FOUND;
    const canServe = EVERYWHERE.has(name) || name === 'getMore' || this.#set.primary === this;
    if (!canServe) return failure(WRITES.has(name) ? 10107 : 13435, command);
    const { term } = this.#set;
    const reply = await this.#act(engine, request);
    if (fault?.kind === 'loseReply') return BROKEN;
    if (fault?.kind === 'concernError') {
      return this.#asSteppedDown(concernFailure(fault.code, command, reply));
    }
    if (term !== this.#set.term && !EVERYWHERE.has(name)) return failure(11602, command);
    this.#noteCursor(reply);
    return reply;
  }

  /**
   * An error with the version at which this was no primary. By the next version it is one again, and whoever
   * waits for a change is told: a driver asks nobody who may write before it hears so.
   */
  #asSteppedDown(reply) {
    this.#version += 1;
    const topologyVersion = this.#topologyVersion();
    this.changed();
    return { ...reply, topologyVersion };
  }

  #topologyVersion() {
    return { processId: this.#processId, counter: Long.fromNumber(this.#version) };
  }

  #act(engine, request) {
    const { command } = request;
    const act = async () => {
      const message = writeRequest(request, forTheEngine(command));
      if (request.expectsReply) return parseReply(await engine.ask(message));
      engine.tell(message);
      return { ok: 1 };
    };
    return command.txnNumber === undefined ? act() : this.#set.writes.run(command, act);
  }

  #noteCursor({ cursor }) {
    if (cursor && String(cursor.id) !== '0') this.#cursors.add(String(cursor.id));
  }

  /** What a member says of itself; with a version that is known, when there is news of it. */
  async #greet({ topologyVersion, maxAwaitTimeMS }) {
    const isKnown =
      topologyVersion?.processId.equals(this.#processId) &&
      Number(topologyVersion.counter) === this.#version;
    if (maxAwaitTimeMS !== undefined && isKnown) await this.#news(Number(maxAwaitTimeMS));
    const { primary, members, electionId } = this.#set;
    return {
      ...this.#set.limits,
      helloOk: true,
      ismaster: primary === this,
      isWritablePrimary: primary === this,
      secondary: primary !== this,
      setName: 'stand-in',
      setVersion: 1,
      hosts: members.map(({ address }) => address),
      me: this.address,
      ...(primary && { primary: primary.address }),
      ...(primary === this && { electionId }),
      topologyVersion: this.#topologyVersion(),
      logicalSessionTimeoutMinutes: 30,
      localTime: new Date(),
      lastWrite: { lastWriteDate: new Date() },
      ok: 1,
    };
  }

  #news(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(tell, ms);
      const waiting = this.#waiting;
      waiting.add(tell);
      function tell() {
        clearTimeout(timer);
        waiting.delete(tell);
        resolve();
      }
    });
  }
}

const WRITES = new Set([
  ...['insert', 'update', 'delete', 'findAndModify', 'create', 'createIndexes', 'dropIndexes'],
  ...['collMod', 'drop', 'dropDatabase'],
]);

/** Servers label what may be tried again: writes of a number alone. */
const labels = ({ txnNumber }) =>
  txnNumber === undefined ? {} : { errorLabels: ['RetryableWriteError'] };

function failure(code, command) {
  const codeName = NAMES[code];
  return { ok: 0, code, codeName, errmsg: `stand-in: ${codeName}`, ...labels(command) };
}

/** Only what writes has a write concern that can fail. */
function concernFailure(code, command, reply) {
  if (command.writeConcern === undefined) return failure(code, command);
  const codeName = NAMES[code];
  return {
    ...reply,
    writeConcernError: { code, codeName, errmsg: `stand-in: ${codeName}` },
    ...labels(command),
  };
}

/** A connection to the engine, for the one connection of a client. */
class EngineConnection {
  #socket;
  #waiting = [];
  #isBusy = () => this.#waiting.length > 0;
  #isEnding = false;

  constructor(path) {
    this.#socket = connect(path);
    readMessages(this.#socket, (message) => {
      this.#waiting.shift()?.resolve(message);
      if (this.#isEnding && !this.#isBusy()) this.#socket.destroy();
    });
    const fail = () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('the engine is away'));
    };
    this.#socket.on('close', fail);
    this.#socket.on('error', fail);
  }

  ask(message) {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the engine is away'));
      this.#waiting.push({ resolve, reject });
      this.#socket.write(message);
    });
  }

  tell(message) {
    this.#socket.write(message);
  }

  /** What has begun is done, as on a server whose client is gone. */
  end() {
    this.#isEnding = true;
    if (!this.#isBusy()) this.#socket.destroy();
  }
}
