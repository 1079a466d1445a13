import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const WRITTEN_AT_ONCE = 100;

interface OldBundle {
  readonly _id: unknown;
  /** The bundle, or its JSON text where the driver would not have kept it. */
  readonly bundle: object | string;
}

interface Database {
  collection(name: string): {
    find(filter: object): AsyncIterable<OldBundle>;
    bulkWrite(writes: Write[], options: object): Promise<unknown>;
  };
}

interface Write {
  readonly updateOne: { readonly filter: object; readonly update: object };
}

/** Bundles of the catalogue are kept as compressed JSON text, as they are answered. */
export const packedBundles = {
  id: '0005-packed-bundles',
  async run(db: Database): Promise<void> {
    const bundles = db.collection('catalogue_bundles');
    let writes: Write[] = [];
    const write = async (): Promise<void> => {
      if (writes.length > 0) await bundles.bulkWrite(writes, { ordered: false });
      writes = [];
    };
    for await (const { _id, bundle } of bundles.find({ bundle: { $exists: true } })) {
      const text = typeof bundle === 'string' ? bundle : JSON.stringify(bundle);
      const packed = await promisify(gzip)(text);
      writes.push({
        updateOne: { filter: { _id }, update: { $set: { packed }, $unset: { bundle: 1 } } },
      });
      if (writes.length === WRITTEN_AT_ONCE) await write();
    }
    await write();
  },
};
