import { jsonPointer } from '../../kernel/json-pointer.js';
import { type TransferProgress } from '../database/transfer/transfer-progress.js';
import { type SecretBox } from './secret-box.js';
import {
  type SealedDocument,
  type SealedDocumentsRepository,
} from './sealed-documents.repository.js';
import { resealTexts } from './sealed-texts.js';

/** A node that still seals with an older key adds texts behind our back; so we look again. */
const PASSES_MAX = 5;
/** How often a document is read again that others keep changing, within one pass. */
const TRIES_MAX = 10;
/** Each write waits for the disk; several at once share that wait. */
const AT_ONCE = 16;
const PLACES_KEPT_MAX = 1000;

/** Where a sealed text lies that was left as it is, and why. */
export interface LeftPlace {
  readonly collection: string;
  readonly id: string;
  readonly pointer: string;
  readonly reason: 'unknown-key' | 'damaged' | 'not-sealed' | 'not-replaced';
}

export interface ResealReport {
  /** Sealed texts that were brought to the newest key. */
  readonly resealed: number;
  /** Sealed texts that are still not under the newest key. */
  readonly left: number;
  /** Their places: the first thousand. */
  readonly places: readonly LeftPlace[];
}

export interface ResealOptions {
  readonly documents: SealedDocumentsRepository;
  readonly box: SecretBox;
  readonly progress: TransferProgress;
}

/** One walk through everything. */
class Pass {
  resealed = 0;
  left = 0;
  readonly places: LeftPlace[] = [];

  constructor(private readonly options: ResealOptions) {}

  async run(): Promise<void> {
    const { documents, progress } = this.options;
    const collections = await documents.collections();
    progress.begin(collections.reduce((sum, { documents: count }) => sum + count, 0));
    for (const { name } of collections) {
      progress.enter(name);
      await this.#collection(name);
    }
    progress.end();
  }

  async #collection(name: string): Promise<void> {
    const { documents, progress } = this.options;
    let batch: SealedDocument[] = [];
    const flush = async (): Promise<void> => {
      await Promise.all(batch.map((document) => this.#bring(name, document)));
      batch = [];
    };
    for await (const document of documents.walk(name)) {
      if (document) batch.push(document);
      if (batch.length === AT_ONCE) await flush();
      progress.advance(1);
    }
    await flush();
  }

  async #bring(collection: string, read: SealedDocument): Promise<void> {
    const { documents, box } = this.options;
    let document: SealedDocument | undefined = read;
    for (let tries = 1; document; tries += 1) {
      const id = document.tree.get('_id');
      const outcome = resealTexts(document.tree, (sealed) => box.tryReseal(sealed));
      const isDone =
        outcome.changes.length === 0 || (await documents.replace(collection, document, outcome));
      if (isDone || tries === TRIES_MAX) {
        const stuck = isDone ? [] : outcome.changes;
        this.resealed += isDone ? outcome.count : 0;
        this.#leave(collection, id, [
          ...outcome.unreadable,
          ...stuck.map(({ path }) => ({ path, reason: 'not-replaced' as const })),
        ]);
        return;
      }
      document = await documents.find(collection, id);
    }
  }

  #leave(
    collection: string,
    id: unknown,
    found: readonly { path: readonly (string | number)[]; reason: LeftPlace['reason'] }[],
  ): void {
    this.left += found.length;
    for (const { path, reason } of found.slice(0, PLACES_KEPT_MAX - this.places.length)) {
      this.places.push({ collection, id: String(id), pointer: jsonPointer(path), reason });
    }
  }
}

/**
 * Brings every sealed text of the database to the newest key, document by document, each only if
 * nobody changed it meanwhile. Stopped in the middle it has done a part, and goes on when run again.
 */
export async function resealSecrets(options: ResealOptions): Promise<ResealReport> {
  let resealed = 0;
  for (let number = 1; ; number += 1) {
    const pass = new Pass(options);
    await pass.run();
    resealed += pass.resealed;
    const isSettled = pass.resealed === 0;
    if (isSettled || number === PASSES_MAX) {
      return { resealed, left: pass.left, places: pass.places };
    }
  }
}
