import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Gbac, mayWrite } from '../../../kernel/gbac.js';
import { isJsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { DevicesService } from '#domains/devices/inventory/devices.service.js';
import { auditedBackup, backupFacts } from '../store/audited-backup.js';
import { BackupEditsService } from './backup-edits.service.js';
import { BackupIntakeService } from '../store/backup-intake.service.js';
import { ChainsRepository } from '../store/chains.repository.js';
import { type ImportedConfiguration, readImportedBackup } from './read-imported-backup.js';
import { chainOf } from '../store/stored-backup.js';

/** What became of one configuration of an import. */
export type ImportOutcome =
  | { readonly kind: 'new' | 'unchanged'; readonly id: string }
  | { readonly kind: 'refused'; readonly pointer: string; readonly message: string };

/** Names stored side by side: packing takes other threads, and each may be large. */
const AT_ONCE = 4;

/** Whose version it will be. */
interface Owner {
  readonly deviceId: string | null;
  readonly gbac: Gbac;
}

/** Stores configurations that were taken elsewhere, each on its own. */
@Injectable()
export class BackupImportService {
  constructor(
    private readonly intake: BackupIntakeService,
    private readonly devices: DevicesService,
    private readonly chains: ChainsRepository,
    private readonly edits: BackupEditsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Outcomes in the order of the items; one that is refused leaves the others alone. Those of one name are stored
   * one after another, those of different names side by side.
   */
  async importAll(
    items: readonly JsonValue[],
    principal: Principal,
  ): Promise<readonly ImportOutcome[]> {
    const outcomes = new Map<number, ImportOutcome>();
    const names = [...byName(items).values()].values();
    const work = async (): Promise<void> => {
      for (const places of names)
        for (const at of places) {
          const pointer = `#/backups/${String(at)}`;
          outcomes.set(at, await this.importOne(items[at], pointer, principal));
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return items.flatMap((_, at) => outcomes.get(at) ?? []);
  }

  private async importOne(
    item: JsonValue | undefined,
    pointer: string,
    principal: Principal,
  ): Promise<ImportOutcome> {
    const reading = readImportedBackup(item, pointer);
    if (reading.kind === 'refused')
      return { kind: 'refused', pointer: reading.fault.pointer, message: reading.fault.detail };
    try {
      return await this.store(reading.configuration, pointer, principal);
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.has(error.kind)) throw error;
      return refusalOf(error, pointer);
    }
  }

  private async store(
    given: ImportedConfiguration,
    pointer: string,
    principal: Principal,
  ): Promise<ImportOutcome> {
    const { name, type, provider, rawConfig, xmlConfig, description, notes } = given;
    const owner = await this.owner(given, pointer, principal);
    const { outcome, backupId, backup } = await this.intake.take({
      ...owner,
      name,
      type,
      provider,
      rawConfig,
      xmlConfig,
      description,
      notes,
      takenAt: given.date ?? this.clock.now(),
      by: principal.username,
    });
    if (backup)
      noteChange({ object: auditedBackup(backup), before: null, after: backupFacts(backup) });
    return { kind: outcome, id: backupId };
  }

  /**
   * The device of the name, or whoever has backups of it: who may not change those adds none to them.
   * @throws AppError `forbidden`, `invalid-input`.
   */
  private async owner(
    { name, gbac }: ImportedConfiguration,
    pointer: string,
    principal: Principal,
  ): Promise<Owner> {
    const { deviceId, gbac: present } = await this.present(foldText(name));
    if (present && !mayWrite(principal, 'ConfigurationManager', present).admitted)
      throw new AppError('forbidden', 'Backups of this name belong to groups of others');
    if (gbac === undefined) return { deviceId, gbac: present ?? { read: [], write: [] } };
    return { deviceId, gbac: (await this.edits.guard(gbac, `${pointer}/gbac`)).gbac };
  }

  /** Whose groups count now; none where nobody has the name yet. */
  private async present(
    nameFolded: string,
  ): Promise<{ readonly deviceId: string | null; readonly gbac?: Gbac | undefined }> {
    const device = await this.devices.find(nameFolded);
    // Found by an id that happens to look like the name.
    const isDevice = device !== null && foldText(device.name) === nameFolded;
    if (isDevice) return { deviceId: device._id, gbac: device.gbac };
    const head = await this.chains.find(chainOf(null, nameFolded));
    return { deviceId: null, gbac: head?.gbac };
  }
}

/** Places of the items of each name, in order. */
function byName(items: readonly JsonValue[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, item] of items.entries()) {
    const name = isJsonObject(item) && typeof item['name'] === 'string' ? item['name'] : '';
    const key = foldText(name.trim());
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  return places;
}

function refusalOf({ errors: [fault], detail }: AppError, pointer: string): ImportOutcome {
  const place = fault?.pointer.startsWith(pointer) === true ? fault.pointer : pointer;
  return { kind: 'refused', pointer: place, message: fault?.detail ?? detail };
}

/** What is the fault of an item; all else ends the import. */
const REFUSALS: ReadonlySet<string> = new Set([
  'invalid-input',
  'document-too-large',
  'forbidden',
  'conflict',
]);
