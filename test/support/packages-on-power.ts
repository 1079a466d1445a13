import { getConnectionToken, getModelToken } from '@nestjs/mongoose';
import { type TestingModule } from '@nestjs/testing';
import { type Connection, type Model, type mongo } from 'mongoose';
import { OriginalsRepository } from '../../src/domains/artifacts/stored/originals.repository.js';
import { PACKAGE_CHANGE_MODEL } from '../../src/domains/artifacts/stored/package-change.schema.js';
import { PackageChangesService } from '../../src/domains/artifacts/changes/package-changes.service.js';
import { PackageJournalRepository } from '../../src/domains/artifacts/changes/package-journal.repository.js';
import { PACKAGE_ORIGINAL_MODEL } from '../../src/domains/artifacts/stored/package-original.schema.js';
import { PACKAGE_SNAPSHOT_MODEL } from '../../src/domains/artifacts/stored/package-snapshot.schema.js';
import { SnapshotsRepository } from '../../src/domains/artifacts/stored/snapshots.repository.js';
import { NamedLocks } from '../../src/platform/database/named-locks.js';
import { BUNDLE_COLLECTION_NAMES } from '../../src/domains/artifacts/stored/bundle-collections.js';
import { bundleModel } from '../../src/domains/artifacts/stored/bundle-document.schema.js';
import { BundleDocumentsRepository } from '../../src/domains/artifacts/stored/bundle-documents.repository.js';
import { PackageInstallerService } from '../../src/domains/artifacts/packages/package-installer.service.js';
import { PackageOperationsRepository } from '../../src/domains/artifacts/stored/package-operations.repository.js';
import { PACKAGE_MODEL } from '../../src/domains/artifacts/stored/package.schema.js';
import { STAGED_PART_MODEL } from '../../src/domains/artifacts/stored/staged-part.schema.js';
import { Clock } from '../../src/kernel/clock.js';
import { PackagedDocuments } from '../../src/platform/packaged/packaged-documents.js';
import { batteryConnection, onBattery, type Power } from './power-cut.js';

/** Every model that a change of packages writes with. */
export const PACKAGE_MODELS: readonly string[] = [
  PACKAGE_MODEL,
  STAGED_PART_MODEL,
  PACKAGE_CHANGE_MODEL,
  PACKAGE_ORIGINAL_MODEL,
  PACKAGE_SNAPSHOT_MODEL,
  ...BUNDLE_COLLECTION_NAMES.map((name) => bundleModel(name)),
];

/** Changes of packages as a node makes them, on models that fail after so many writes. */
export function changesOnPower(node: TestingModule, power: Power): PackageChangesService {
  const connection = node.get<Connection>(getConnectionToken(), { strict: false });
  const model = <T>(name: string) => onBattery(node.get<Model<T>>(getModelToken(name)), power);
  const clock = node.get(Clock, { strict: false });
  const installer = new PackageInstallerService(
    new PackageOperationsRepository(model(PACKAGE_MODEL), model(STAGED_PART_MODEL)),
    new BundleDocumentsRepository(batteryConnection(connection, power)),
    new OriginalsRepository(model(PACKAGE_ORIGINAL_MODEL)),
    new SnapshotsRepository(model(PACKAGE_SNAPSHOT_MODEL), clock),
    node.get(PackagedDocuments, { strict: false }),
  );
  const journal = new PackageJournalRepository(model(PACKAGE_CHANGE_MODEL));
  return new PackageChangesService(journal, installer, node.get(NamedLocks), clock);
}

/** Everything that is stored about packages, in the order of models and ids. */
export async function storedPackages(connection: Connection): Promise<readonly object[]> {
  const found = await Promise.all(
    PACKAGE_MODELS.map((name) =>
      connection.model(name).find().sort({ _id: 1 }).lean<object[]>().exec(),
    ),
  );
  return found.flat();
}

/** Removes everything that is stored about packages. */
export async function clearPackages(connection: Connection): Promise<void> {
  await restorePackages(connection, []);
}

/** What one collection of packages holds, as it is stored. */
interface KeptCollection {
  readonly model: string;
  readonly documents: readonly mongo.Document[];
}

/** Everything that is stored about packages, to be put back by `restorePackages`. */
export async function keptPackages(connection: Connection): Promise<readonly KeptCollection[]> {
  const all = await Promise.all(
    PACKAGE_MODELS.map(async (model) => ({
      model,
      documents: await rawCollection(connection, model).find().toArray(),
    })),
  );
  return all.filter(({ documents }) => documents.length > 0);
}

/** Makes what is stored about packages this, and nothing else. */
export async function restorePackages(
  connection: Connection,
  kept: readonly KeptCollection[],
): Promise<void> {
  await Promise.all(PACKAGE_MODELS.map((model) => rawCollection(connection, model).deleteMany({})));
  await Promise.all(
    kept.map(({ model, documents }) => rawCollection(connection, model).insertMany([...documents])),
  );
}

function rawCollection(connection: Connection, model: string): mongo.Collection {
  // The driver's own: the bytes go back as they came.
  return connection.model(model).collection;
}
