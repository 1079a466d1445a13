import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { ChainSecretsRepository } from './chain-secrets.repository.js';
import { type ChainSecret, secretKey, SecretTable } from '../secrets/secret-table.js';
import { type StoredChain, type StoredChainSecret } from './stored-chain.js';

/** A configuration with more secrets than that is none. */
const SECRETS_MAX = 20_000;

/** The secrets of chains: sealed at rest, known while a text is read (ADR 0147). */
@Injectable()
export class ChainSecretsService {
  constructor(
    private readonly secrets: ChainSecretsRepository,
    private readonly box: SecretBox,
  ) {}

  /** The secrets that a chain has now; those that are on their way out do not count. */
  async table(chain: string, head: StoredChain | null): Promise<SecretTable> {
    const retiring = new Set(head?.retiring);
    const stored = await this.secrets.ofChain(chain);
    const last = Math.max(0, ...stored.flatMap(({ number, variant }) => [number, variant]));
    const known = stored.filter(({ number, variant }) => !retiring.has(secretKey(number, variant)));
    return new SecretTable(
      known.flatMap((one) => this.opened(one) ?? []),
      Math.max(last, head?.lastSecret ?? 0),
    );
  }

  /**
   * Stores what a table was given.
   * @returns false when somebody else stored secrets of this chain meanwhile.
   * @throws AppError `document-too-large` for a text that is made of secrets.
   */
  async keep(chain: string, { added }: SecretTable): Promise<boolean> {
    if (added.length > SECRETS_MAX)
      throw new AppError(
        'document-too-large',
        `The configuration holds more than ${SECRETS_MAX} secrets`,
      );
    const sealed = added.map(({ number, variant, place, value, isReencrypted }) => ({
      _id: idOf(chain, secretKey(number, variant)),
      chain,
      number,
      variant,
      sealed: this.box.seal(JSON.stringify([place, value, isReencrypted])),
    }));
    return this.secrets.insert(sealed);
  }

  /**
   * What the markers of a chain stand for, by key.
   * @throws AppError `conflict` (code `secret-unreadable`) for one that no key of ours opens.
   */
  async values(chain: string): Promise<ReadonlyMap<string, () => string>> {
    const stored = await this.secrets.ofChain(chain);
    return new Map(
      stored.map(({ number, variant, sealed }) => [
        secretKey(number, variant),
        () => contentOf(this.box.unseal(sealed)).value,
      ]),
    );
  }

  /** Keys of the secrets that a chain has and that are not among these. */
  async keysBeyond(chain: string, used: ReadonlySet<string>): Promise<readonly string[]> {
    const stored = await this.secrets.ofChain(chain);
    return stored
      .map(({ number, variant }) => secretKey(number, variant))
      .filter((key) => !used.has(key));
  }

  async remove(chain: string, keys: readonly string[]): Promise<void> {
    await this.secrets.remove(keys.map((key) => idOf(chain, key)));
  }

  /** One that cannot be opened is not known again: the text that holds it gets a number of its own. */
  private opened({ number, variant, sealed }: StoredChainSecret): ChainSecret | undefined {
    const outcome = this.box.tryUnseal(sealed);
    if (outcome.kind !== 'unsealed') return undefined;
    return { number, variant, ...contentOf(outcome.text) };
  }
}

function idOf(chain: string, key: string): string {
  return `${chain}#${key}`;
}

function contentOf(text: string): Pick<ChainSecret, 'place' | 'value' | 'isReencrypted'> {
  const [place, value, isReencrypted] = JSON.parse(text) as [string, string, boolean]; // as `keep` wrote it
  return { place, value, isReencrypted };
}
