interface Profile {
  readonly _id: unknown;
  readonly nameFolded: string;
  readonly document: unknown;
}

interface Collection {
  find(filter: object): AsyncIterable<unknown>;
  updateOne(filter: object, update: object): Promise<unknown>;
}

interface Database {
  collection(name: string): Collection;
}

/** Profiles of before they could be listed get the name that lists show and search by. */
export const namesOfProfiles = {
  id: '0002-names-of-profiles',
  async run(db: Database): Promise<void> {
    const profiles = db.collection('profiles');
    for await (const found of profiles.find({ name: { $exists: false } })) {
      // A record of this collection has these fields since the first release.
      const { _id, document, nameFolded } = found as Profile;
      await profiles.updateOne({ _id }, { $set: { name: nameOf(document) ?? nameFolded } });
    }
  },
};

/** The document is an object, or its JSON text where the driver would have changed it. */
function nameOf(document: unknown): string | undefined {
  const parsed: unknown = typeof document === 'string' ? JSON.parse(document) : document;
  if (typeof parsed !== 'object' || parsed === null || !('id' in parsed)) return undefined;
  return typeof parsed.id === 'string' ? parsed.id : undefined;
}
