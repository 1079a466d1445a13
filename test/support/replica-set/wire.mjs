import mongoose from 'mongoose';

/**
 * The part of MongoDB's wire protocol that a driver speaks to a server without authentication and
 * compression: OP_MSG, and the OP_QUERY of a first `isMaster`.
 */
const { BSON } = mongoose.mongo;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER = 16;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;
/** Every type as it came: what is written again is the same. */
const AS_IT_IS = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
};

/** Cuts what comes from a socket into messages. */
export function readMessages(socket, take) {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

/** A request: its command without the document sequences, which stay what they are. */
export function parseRequest(message) {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OP_QUERY) {
    const at = message.indexOf(0, HEADER + 4) + 9;
    return { requestId, isLegacy: true, command: BSON.deserialize(message.subarray(at)) };
  }
  if (opCode !== OP_MSG) throw new Error(`messages of the kind ${opCode} are not known here`);
  const flags = message.readUInt32LE(HEADER);
  const sequences = [];
  let command;
  for (let at = HEADER + 4; at < message.length;) {
    const kind = message[at];
    const end = at + 1 + message.readInt32LE(at + 1);
    if (kind === 0) command = BSON.deserialize(message.subarray(at + 1, end), AS_IT_IS);
    else sequences.push(message.subarray(at, end));
    at = end;
  }
  return {
    requestId,
    isLegacy: false,
    flags,
    expectsReply: (flags & MORE_TO_COME) === 0,
    takesMore: (flags & EXHAUST_ALLOWED) !== 0,
    command,
    sequences,
  };
}

/** The request again, with another command. */
export function writeRequest({ requestId, flags, sequences }, command) {
  return frame(OP_MSG, { requestId, responseTo: 0 }, [
    uint32(flags & MORE_TO_COME),
    Buffer.from([0]),
    BSON.serialize(command),
    ...sequences,
  ]);
}

/** The document of a reply. */
export function parseReply(message) {
  return BSON.deserialize(message.subarray(HEADER + 5), AS_IT_IS);
}

/** @param isMoreToCome whether other replies to the same request follow. */
export function writeReply({ requestId, isLegacy }, document, isMoreToCome = false) {
  const body = BSON.serialize(document);
  const ids = { requestId: 0, responseTo: requestId };
  if (!isLegacy) {
    return frame(OP_MSG, ids, [uint32(isMoreToCome ? MORE_TO_COME : 0), Buffer.from([0]), body]);
  }
  const before = Buffer.alloc(20); // no flags, no cursor, from the first
  before.writeInt32LE(1, 16);
  return frame(OP_REPLY, ids, [before, body]);
}

function uint32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function frame(opCode, { requestId, responseTo }, parts) {
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(
    parts.reduce((sum, { length }) => sum + length, HEADER),
    0,
  );
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(responseTo, 8);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, ...parts]);
}
