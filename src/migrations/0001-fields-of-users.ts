type Fields = Readonly<Record<string, unknown>>;

interface Collection {
  find(filter: object): AsyncIterable<Fields>;
  updateOne(filter: object, update: object): Promise<unknown>;
  updateMany(filter: object, update: object): Promise<unknown>;
}

interface Database {
  collection(name: string): Collection;
}

/** Texts that lists search and sort by, with the field that holds them folded. */
const FOLDED = [
  ['accounts', 'firstname', 'firstnameFolded'],
  ['groups', 'description', 'descriptionFolded'],
  ['roles', 'description', 'descriptionFolded'],
  ['roles', 'provenance', 'provenanceFolded'],
] as const;

/** Accounts, groups and roles of before they could be listed get the fields that lists look at. */
export const fieldsOfUsers = {
  id: '0001-fields-of-users',
  async run(db: Database): Promise<void> {
    for (const [name, value] of [
      ['isServiceAccount', false],
      ['external', null],
    ] as const) {
      const missing = { [name]: { $exists: false } };
      await db.collection('accounts').updateMany(missing, { $set: { [name]: value } });
    }
    for (const [collection, text, folded] of FOLDED)
      await addFolded(db.collection(collection), text, folded);
  },
};

async function addFolded(collection: Collection, text: string, folded: string): Promise<void> {
  for await (const { _id, [text]: value } of collection.find({ [folded]: { $exists: false } })) {
    const known = typeof value === 'string' ? value : '';
    await collection.updateOne({ _id }, { $set: { [folded]: fold(known) } });
  }
}

/** Names are compared in this form. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
