import { connect, createServer } from 'node:net';
import { readMessages } from '../../test/support/replica-set/wire.mjs';

/** Commands of the driver itself: they change nothing. */
const OF_THE_DRIVER = new Set(['hello', 'ismaster', 'isMaster', 'ping', 'endSessions']);
/** Where the name of a command stands in OP_MSG: behind the header, the flags, the kind, the length and the type. */
const NAME_AT = 26;
const OP_MSG = 2013;

/**
 * The only connection of a node to its engine. It breaks for good at a command: before the engine has it, or when the
 * engine has acted and its reply is on the way. Nothing of the node reaches the database after that.
 */
export class BreakableConnection {
  #server;
  #sockets = new Set();
  #left = Infinity;
  #isAfter = false;
  isBroken = false;
  /** The command at which it broke. */
  broken = '';
  #tellEnd;
  /** Resolves when it is broken. */
  ended = new Promise((resolve) => {
    this.#tellEnd = resolve;
  });

  constructor(enginePath) {
    this.#server = createServer((socket) => this.#serve(socket, enginePath));
    this.#server.unref();
  }

  /** @returns the address for the node. */
  async listen() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${this.#server.address().port}`;
  }

  /** Breaks at the command that many commands from now. */
  breakAt(commands, isAfter) {
    this.#left = commands;
    this.#isAfter = isAfter;
  }

  break(command = '') {
    if (this.isBroken) return;
    this.isBroken = true;
    this.broken = command;
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#tellEnd();
  }

  #serve(socket, enginePath) {
    const engine = connect(enginePath);
    for (const side of [socket, engine]) {
      this.#sockets.add(side);
      side.on('error', () => undefined);
      side.on('close', () => {
        this.#sockets.delete(side);
        socket.destroy();
        engine.destroy();
      });
    }
    let last = '';
    readMessages(socket, (message) => {
      if (this.isBroken) return;
      const command = nameOf(message);
      const isLast = !OF_THE_DRIVER.has(command) && (this.#left -= 1) === 0;
      if (isLast && !this.#isAfter) return this.break(`before ${command}`);
      if (isLast) last = `after ${command}`;
      engine.write(message);
    });
    engine.on('data', (bytes) => {
      if (last !== '') this.break(last);
      else if (!this.isBroken) socket.write(bytes);
    });
  }
}

function nameOf(message) {
  if (message.readInt32LE(12) !== OP_MSG) return 'hello';
  return message.toString('latin1', NAME_AT, message.indexOf(0, NAME_AT));
}
