import { built } from './built.mjs';
import { PASSWORD } from './engine.mjs';
import { sized } from './report.mjs';

export const OBJECTS = sized(100_000, 1000);
export const GROUPS = sized(5000, 100);
export const USERS = sized(20_000, 100);
/** How many objects the caller sees, and the administrator's filter matches. */
export const MATCHING = OBJECTS / 10;
const HELD = 20;
const BATCH = 5000;
const NOW = new Date();
const common = { revision: 1, _meta: { created: NOW, updated: NOW } };

/** Ids as the platform makes them. */
const groupId = (number) => number.toString(16).padStart(24, '0');

/** The same numbers in every run. */
function pseudoRandom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function insert(collection, number, make) {
  for (let from = 0; from < number; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, number - from) }, (_, at) =>
      make(from + at),
    );
    await collection.insertMany(batch, { ordered: false });
  }
}

/** Half of the caller's groups are above the other half; every other group is in one that has no parent. */
function aGroup(number, random) {
  const name = `group-${number}`;
  const held = number < HELD / 2 ? [groupId(number + HELD / 2)] : [];
  const other = number >= GROUPS / 2 ? [groupId(HELD + random(GROUPS / 2 - HELD))] : [];
  return {
    ...common,
    _id: groupId(number),
    provenance: 'local',
    name,
    nameFolded: name,
    description: '',
    descriptionFolded: '',
    memberOf: [...held, ...other],
    assignedRoles: [],
    inactive: false,
  };
}

function anAccount(username, memberOf, more) {
  return {
    ...common,
    _id: `account-${username}`,
    provenance: 'local',
    username,
    usernameFolded: username,
    firstname: '',
    firstnameFolded: '',
    passwordHash: null,
    passwordUnseen: false,
    external: null,
    isServiceAccount: false,
    memberOf,
    assignedRoles: [],
    inactive: false,
    credentialRevision: 1,
    sessionSerial: 0,
    lastSignIn: null,
    ...more,
  };
}

/**
 * Who sees an object: one of the caller's groups for every tenth, beside one to three others. Of
 * those, one in `100 / overlap` is in a second group of the caller, and so stands twice in the index.
 */
function groupsOf(at, random, overlap) {
  const second = random(100) < overlap ? [random(HELD)] : [];
  const own = at % 10 === 0 ? [random(HELD), ...second] : [];
  const others = Array.from({ length: 1 + random(3) }, () => HELD + random(GROUPS - HELD));
  return [...own, ...others].map(groupId);
}

function anObject(at, random, guarded, overlap) {
  const groups = groupsOf(at, random, overlap);
  const read = groups.slice(0, groups.length >> 1);
  return {
    _id: `object-${at}`,
    // Neighbours in one list are no neighbours in the order of names.
    name: `object-${String((at * 7919) % OBJECTS).padStart(6, '0')}`,
    kind: at % 10 === 2 ? 'wanted' : 'other',
    ...guarded({ read, write: groups.slice(read.length) }),
    document: { text: 'x'.repeat(500) },
  };
}

/** Groups, users, and `member`: in twenty groups, ten of them by nesting, with role apiread. */
export async function fillUsers(db) {
  const { PasswordHasher } = await built('platform/auth/password-hasher.js');
  const random = pseudoRandom(7);
  const some = () => Array.from({ length: HELD }, () => groupId(random(GROUPS)));
  await insert(db.collection('groups'), GROUPS, (at) => aGroup(at, random));
  const users = db.collection('accounts');
  await insert(users, USERS, (at) => anAccount(`user-${at}`, some()));
  const role = await db.collection('roles').findOne({ provenance: 'platform', name: 'apiread' });
  const held = Array.from({ length: HELD / 2 }, (_, number) => groupId(number));
  const passwordHash = await new PasswordHasher().hash(PASSWORD);
  const more = { passwordHash, assignedRoles: [role._id] };
  await users.insertOne(anAccount('member', held, more));
}

/** The objects, with the indexes of the list. */
export async function fillObjects(objects, overlap) {
  const { guarded } = await built('kernel/gbac.js');
  const { guardedIndex } = await built('platform/database/gbac-filter.js');
  const random = pseudoRandom(7);
  await insert(objects, OBJECTS, (at) => anObject(at, random, guarded, overlap));
  const order = { name: 1, _id: 1 };
  for (const index of [guardedIndex({ name: 1 }), { kind: 1, ...order }, order])
    await objects.createIndex(index);
}

/** Ids of the caller's groups. */
export const HELD_GROUPS = Array.from({ length: HELD }, (_, number) => groupId(number));
