import { gunzipSync } from 'node:zlib';
import { rawInstalled } from './raw-installed.mjs';

const SIZE = 25;
const SHOWN = { 'mergedShelf.from': { $gte: 0 }, 'mergedShelf.until': { $gt: 0 } };

/** Operations 1 and 3 as one would write them by hand on the driver. */
export function catalogueRoutes(fastify, db, authenticate) {
  const entries = db.collection('catalogue_entries');
  const contents = db.collection('catalogue_contents');

  fastify.get('/admin/artifacts', { onRequest: authenticate }, rawInstalled(db));

  fastify.get('/prebuilts-repository', { onRequest: authenticate }, async ({ query }) => {
    const filter = releaseFilter(await releaseKey(entries));
    const skip = (Number(query.page ?? 1) - 1) * SIZE;
    const [shown, total] = await Promise.all([
      entries
        .find(filter, { projection: { searchText: 0 } })
        .sort({ nameFolded: 1, _id: 1 })
        .skip(skip)
        .limit(SIZE)
        .hint('merged_shelf')
        .toArray(),
      entries.countDocuments(filter, { hint: 'merged_shelf' }),
    ]);
    const heads = await contents
      .find({ _id: { $in: shown.map(({ contentId }) => contentId) } })
      .toArray();
    const documents = new Map(
      heads.map(({ _id, head, packed }) => [
        _id,
        { ...head, bundles: JSON.parse(gunzipSync(packed.buffer)) },
      ]),
    );
    const results = shown.map(({ contentId, name, version }) => {
      const download = documents.get(contentId);
      return { ...download.metadata, name, version, readme: download.readme, download };
    });
    return { results: { results, total, page: 1, 'total-pages': Math.ceil(total / SIZE) } };
  });
}

const releaseFilter = (key) => ({
  ...SHOWN,
  'mergedShelf.from': { $gte: 0, $lte: key },
  'mergedShelf.until': { $gt: key },
});

/** The running release, as it stands on the entries that are made for it. */
async function releaseKey(entries) {
  known ??= (await entries.findOne({}, { sort: { releaseKey: -1 } })).releaseKey;
  return known;
}
let known;
