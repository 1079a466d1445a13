import { randomBytes } from 'node:crypto';
import { built } from './built.mjs';
import { deviceWithVersions } from './configurations.mjs';

const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const BATCH = 25;
const newId = () => randomBytes(12).toString('hex');

/** Hands the versions of one device in, as a collector does; returns the bytes of all of them. */
async function takeAll(intake, number, versions) {
  const { name, type, texts } = deviceWithVersions(number, versions);
  let bytes = 0;
  for (const [at, rawConfig] of texts.entries()) {
    const takenAt = new Date(START + at * HOUR_MS);
    const gbac = { read: [], write: [] };
    await intake.take({
      deviceId: null,
      name,
      type,
      provider: 'bench',
      gbac,
      rawConfig,
      takenAt,
      by: null,
    });
    bytes += Buffer.byteLength(rawConfig);
  }
  return bytes;
}

/** All that is stored of one device. */
async function chainOf(db, chain) {
  const [head, segments, secrets, versions] = await Promise.all([
    db.collection('backup.chains').findOne({ _id: chain }),
    db.collection('backup.segments').find({ chain }).toArray(),
    db.collection('backup.secrets').find({ chain }).toArray(),
    db.collection('backups').find({ chain }).toArray(),
  ]);
  return { head, segments, secrets, versions };
}

/** The same history under another name, with a newest text of its own. */
async function copyOf({ head, segments, secrets, versions }, number, { pack, searchSignature }) {
  const { name, texts } = deviceWithVersions(number, 1);
  const nameFolded = name;
  const chain = `name:${name}`;
  const ids = new Map([...segments, ...versions].map(({ _id }) => [_id, newId()]));
  // What a device encodes is masked; here it only has to be gone.
  const searched = texts[0].replaceAll(
    /(secret|password|key|community)( \d)? \S+$/gm,
    '$1 <SECRET:1>',
  );
  const newest = {
    ...head.newest,
    backupId: ids.get(head.newest.backupId),
    text: await pack(searched),
    signature: searchSignature(searched),
  };
  const places = head.segments.map((place) => ({ ...place, id: ids.get(place.id) }));
  const framed = (frame) => ({ ...frame, backupId: ids.get(frame.backupId) });
  return {
    heads: [{ ...head, _id: chain, name, nameFolded, newest, segments: places }],
    segments: segments.map((one) => ({
      ...one,
      _id: ids.get(one._id),
      chain,
      frames: one.frames.map(framed),
    })),
    secrets: secrets.map((one) => ({ ...one, _id: one._id.replace(one.chain, chain), chain })),
    versions: versions.map((one) => ({ ...one, _id: ids.get(one._id), chain, name, nameFolded })),
  };
}

async function insert(db, copies) {
  const all = (part) => copies.flatMap((copy) => copy[part]);
  const options = { ordered: false, writeConcern: { w: 1, j: false } };
  await db.collection('backup.segments').insertMany(all('segments'), options);
  await db.collection('backup.secrets').insertMany(all('secrets'), options);
  await db.collection('backups').insertMany(all('versions'), options);
  await db.collection('backup.chains').insertMany(all('heads'), options);
}

/**
 * Devices with versions: `taken` of them handed in one version after the other, the others copies of those with a
 * newest text of their own. Tells the bytes of the configurations that were taken.
 */
export async function fillBackups({ db, environment, devices, versions, taken, told }) {
  const { loadConfig } = await built('platform/config/config.js');
  const { startPlatform } = await built('start-platform.js');
  const { app } = await startPlatform(
    loadConfig({ ...process.env, ...environment }),
    () => undefined,
  );
  const { BackupIntakeService } = await built('domains/backups/store/backup-intake.service.js');
  const { pack } = await built('domains/backups/versions/frames.js');
  const { searchSignature } = await built('cores/differences/search-signature.js');
  const intake = app.get(BackupIntakeService, { strict: false });
  const numbers = Array.from({ length: taken }, (_, number) => number);
  let bytes = 0;
  let done = 0;
  const worker = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const handedIn = await takeAll(intake, number, versions);
      bytes += handedIn;
      done += 1;
      if (done % 10 === 0) told(`took ${done} of ${taken} devices`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const chains = await db.collection('backup.chains').distinct('_id');
  const sources = [];
  for (const chain of chains) sources.push(await chainOf(db, chain));
  for (let from = taken; from < devices; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, devices - from) }, (_, at) => from + at);
    const make = (number) =>
      copyOf(sources[number % sources.length], number, { pack, searchSignature });
    await insert(db, await Promise.all(batch.map(make)));
    if ((from - taken) % 1000 < BATCH) told(`copied ${from + batch.length} of ${devices} devices`);
  }
  await app.close();
  return { bytes, sources };
}

/** What one device takes, by collections, in bytes as documents. */
export function storedBytes(sources, sizeOf) {
  const sum = (documents) => documents.reduce((total, one) => total + sizeOf(one), 0);
  return {
    texts: sources.reduce(
      (total, { segments, secrets }) => total + sum(segments) + sum(secrets),
      0,
    ),
    newest: sources.reduce((total, { head }) => total + sizeOf(head), 0),
    versions: sources.reduce((total, { versions }) => total + sum(versions), 0),
  };
}
