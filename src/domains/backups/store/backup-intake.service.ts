import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { deviceText } from '../../../connectors/devices/types/device-types.js';
import { type Gbac, guarded } from '../../../kernel/gbac.js';
import { AppError, conflict, invalidInput } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { BackupsRepository, type Neighbours } from './backups.repository.js';
import { ChainSecretsService } from './chain-secrets.service.js';
import { type Arrival, ChainStoreService } from './chain-store.service.js';
import { chainOf, type StoredBackup } from './stored-backup.js';
import { type StoredChain } from './stored-chain.js';
import { fingerprint } from '../versions/comparison-form.js';
import { maskedText } from '../secrets/masked-text.js';
import { secretMarker, visibleText } from '../secrets/secret-marker.js';
import { type SecretTable } from '../secrets/secret-table.js';

/** A configuration that somebody took, by whatever way. */
export interface TakenBackup {
  /** null for one taken elsewhere, of a name that no device has. */
  readonly deviceId: string | null;
  readonly name: string;
  /** `cisco-ios` or an alias; of unknown types secrets are found by a general set of patterns. */
  readonly type: string;
  /** Who took it: `collector`, name of an adapter, or what an import says. */
  readonly provider: string;
  readonly gbac: Gbac;
  readonly rawConfig: string;
  readonly xmlConfig?: string;
  readonly takenAt: Date;
  readonly description?: string;
  readonly notes?: string;
  /** Name of the account, null for the platform itself. */
  readonly by: string | null;
}

/** What became of a configuration that was taken. */
export interface IntakeOutcome {
  /** `unchanged`: it is the version that is kept already, which was seen again. */
  readonly outcome: 'new' | 'unchanged';
  readonly backupId: string;
  /** The version before a new one, by date; null for the first. */
  readonly previousId: string | null;
  /** A new version as it is stored. */
  readonly backup?: StoredBackup;
}

/** A configuration as it will be stored. */
interface Prepared {
  readonly raw: string;
  readonly xml: string;
  readonly fingerprint: string;
  readonly table: SecretTable;
}

/** Both texts of one version together, as UTF-8: their compressed form must fit a document. */
const BACKUP_BYTES_MAX = 12 * 1024 * 1024;
const NO_NEIGHBOURS: Neighbours = { before: null, after: null };
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Of all who store versions of one device at once, one succeeds with each try. */
const TRIES_MAX = 200;
const PAUSE_MS_MAX = 40;

/** Stores configurations as versions of their device. */
@Injectable()
export class BackupIntakeService {
  constructor(
    private readonly backups: BackupsRepository,
    private readonly secrets: ChainSecretsService,
    private readonly store: ChainStoreService,
    private readonly ids: IdSource,
  ) {}

  /**
   * Stores a configuration, or notes that it was seen again. Several nodes may do so at once.
   * @throws AppError `invalid-input` for a lone surrogate, `document-too-large` beyond the limit.
   */
  async take(taken: TakenBackup): Promise<IntakeOutcome> {
    assertKeepable(taken);
    const chain = chainOf(taken.deviceId, foldText(taken.name));
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const outcome = await this.tryTake(taken, chain);
      if (outcome) return outcome;
      await delay(Math.random() * PAUSE_MS_MAX);
    }
    throw conflict('The configuration of this device is being stored by others', 'backup-busy');
  }

  /** Undefined where somebody else was faster. */
  private async tryTake(taken: TakenBackup, chain: string): Promise<IntakeOutcome | undefined> {
    const head = await this.store.headOf(chain);
    const prepared = await this.prepare(taken, chain, head);
    // Without a head there is no version yet.
    const around = head ? await this.backups.neighbours(chain, taken.takenAt) : NO_NEIGHBOURS;
    const same = [around.before, around.after].find(
      (one) => one?.fingerprint === prepared.fingerprint,
    );
    if (same) return this.seenAgain(same, taken);
    if (!(await this.secrets.keep(chain, prepared.table))) return undefined;
    return this.storeNew(taken, { chain, head, prepared, around });
  }

  private async prepare(
    { type, rawConfig, xmlConfig = '' }: TakenBackup,
    chain: string,
    head: StoredChain | null,
  ): Promise<Prepared> {
    const { secrets, volatile } = deviceText(type);
    const table = await this.secrets.table(chain, head);
    const markerOf = secretMarker(table);
    const raw = await maskedText(rawConfig, secrets, markerOf);
    const xml = await maskedText(xmlConfig, secrets, markerOf);
    const form = fingerprint(visibleText(raw), visibleText(xml), volatile);
    return { raw, xml, fingerprint: form, table };
  }

  private async seenAgain(
    same: StoredBackup,
    { takenAt, by }: TakenBackup,
  ): Promise<IntakeOutcome | undefined> {
    const isNoted = await this.backups.noteSeen(same._id, takenAt, by);
    return isNoted ? { outcome: 'unchanged', backupId: same._id, previousId: same._id } : undefined;
  }

  private async storeNew(
    taken: TakenBackup,
    found: {
      readonly chain: string;
      readonly head: StoredChain | null;
      readonly prepared: Prepared;
      readonly around: Neighbours;
    },
  ): Promise<IntakeOutcome | undefined> {
    const { chain, head, prepared, around } = found;
    const place = head?.nextPlace ?? 1;
    const backup = this.record(taken, { chain, place, fingerprint: prepared.fingerprint });
    await this.backups.reserve(backup);
    // Where this fails it is not known whether it was stored: the sweep finds out (`BackupSweepService`).
    if (!(await this.store.append(head, arrival(backup, prepared, around)))) {
      await this.backups.discard(backup._id);
      return undefined;
    }
    await this.backups.reveal(backup._id);
    const { _id: backupId } = backup;
    return { outcome: 'new', backupId, previousId: around.before?._id ?? null, backup };
  }

  private record(
    taken: TakenBackup,
    where: Pick<StoredBackup, 'chain' | 'place' | 'fingerprint'>,
  ): StoredBackup {
    const { deviceId, name, provider, type, rawConfig, xmlConfig = '', takenAt, by } = taken;
    return {
      _id: this.ids.next(),
      ...where,
      ...guarded(taken.gbac),
      deviceId,
      name,
      nameFolded: foldText(name),
      provider,
      type,
      date: takenAt,
      description: taken.description ?? '',
      notes: taken.notes ?? '',
      lastSeen: takenAt,
      lastSeenBy: by,
      createdBy: by,
      sizeBytes: Buffer.byteLength(rawConfig) + Buffer.byteLength(xmlConfig),
      hasXml: xmlConfig !== '',
      revision: 1,
    };
  }
}

function arrival(
  backup: StoredBackup,
  { raw, xml, table }: Prepared,
  { after }: Neighbours,
): Arrival {
  const { _id, place } = backup;
  return {
    backup,
    version: { place, backupId: _id, rawLength: raw.length, text: raw + xml },
    searched: visibleText(raw === '' ? xml : raw),
    lastSecret: table.last,
    isNewest: after === null,
  };
}

/**
 * Whether a configuration can be kept byte for byte. What is too long is not looked at any further.
 * @throws AppError `document-too-large`, `invalid-input`.
 */
function assertKeepable({ rawConfig, xmlConfig = '' }: TakenBackup): void {
  // Every character is a byte at least, so that a huge text is not even measured.
  const isLong = rawConfig.length + xmlConfig.length > BACKUP_BYTES_MAX;
  if (isLong || Buffer.byteLength(rawConfig) + Buffer.byteLength(xmlConfig) > BACKUP_BYTES_MAX)
    throw new AppError(
      'document-too-large',
      `The configuration is larger than ${BACKUP_BYTES_MAX} bytes`,
    );
  const texts = { rawConfig, xmlConfig };
  const broken = Object.entries(texts).filter(([, text]) => LONE_SURROGATE.test(text));
  if (broken.length > 0)
    throw invalidInput(
      broken.map(([key]) => ({ pointer: `#/${key}`, detail: 'holds a lone surrogate' })),
    );
}
