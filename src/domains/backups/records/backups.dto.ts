import { Free, ListOf, Nested } from '../../../api/fields/structures.js';
import { ListLimit, Flag, Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';

const TEXT_NOTE = 'Secrets are masked: `<SECRET:3>` stands for the same secret in all versions';

/** What operation 7 looks for. */
export class BackupFilter {
  @Text({ optional: true, max: 1024, note: 'Exact name of the device, or a pattern with `regex`' })
  readonly name?: string;
}

/** The order of operation 7: by name first where both are given. */
export class BackupSort {
  @OneOf([1, -1], { optional: true })
  readonly name?: 1 | -1;

  @OneOf([1, -1], { optional: true })
  readonly date?: 1 | -1;
}

/** Options of operation 7; without any the newest 25. */
export class SearchBackupsOptions {
  @Whole({ min: 0, digits: true, optional: true, note: 'How many to pass over' })
  readonly start?: number;

  @ListLimit({ min: 1, digits: true, optional: true, note: '25 when absent' })
  readonly limit?: number;

  @Flag({ optional: true, note: 'The name is a regular expression (RE2), in any case' })
  readonly regex?: boolean;

  @Nested(() => BackupFilter, { optional: true })
  readonly filter?: BackupFilter;

  @Nested(() => BackupSort, { optional: true })
  readonly sort?: BackupSort;
}

/** Body of operation 7. */
export class SearchBackupsRequest {
  @Nested(() => SearchBackupsOptions)
  readonly options!: SearchBackupsOptions;
}

/** Groups that may see and change a backup; with none everybody may. */
export class BackupGbac {
  @ListOf('text')
  readonly write!: readonly string[];

  @ListOf('text')
  readonly read!: readonly string[];
}

/** A kept configuration as the interface shows it. */
export class BackupRecord {
  @Text()
  readonly id!: string;

  @Text({ note: 'Name of the device' })
  readonly name!: string;

  @Text({ note: 'Who took it' })
  readonly provider!: string;

  @Text({ note: 'Type of the device' })
  readonly type!: string;

  @Instant()
  readonly date!: string;

  @Text({ note: TEXT_NOTE })
  readonly rawConfig!: string;

  @Text({ note: TEXT_NOTE })
  readonly xmlConfig!: string;

  @Text()
  readonly description!: string;

  @Text()
  readonly notes!: string;

  @Nested(() => BackupGbac)
  readonly gbac!: BackupGbac;
}

/** A part of the backups that the caller may see. */
export class BackupPage {
  @Whole({ min: 0 })
  readonly total!: number;

  @ListOf(() => BackupRecord)
  readonly list!: readonly BackupRecord[];
}

/** Answer of operation 7. */
export class SearchBackupsAnswer {
  @Nested(() => BackupPage)
  readonly backups!: BackupPage;
}

/** A backup without its texts. */
export class BackupVersion {
  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;

  @Text({ nullable: true, note: 'null for a configuration whose device is not here' })
  readonly deviceId!: string | null;

  @Text()
  readonly provider!: string;

  @Text()
  readonly type!: string;

  @Instant()
  readonly date!: string;

  @Instant({ note: 'When it was last found unchanged' })
  readonly lastSeen!: string;

  @Text({ nullable: true, note: 'Name of the account that found it so; null for the platform' })
  readonly lastSeenBy!: string | null;

  @Text({ nullable: true, note: 'Name of the account that stored it; null for the platform' })
  readonly createdBy!: string | null;

  @Whole({ min: 0, note: 'Bytes of both texts as they came' })
  readonly sizeBytes!: number;

  @Flag({ note: 'It has an XML text as well' })
  readonly hasXml!: boolean;

  @Text()
  readonly description!: string;

  @Text()
  readonly notes!: string;

  @Nested(() => BackupGbac)
  readonly gbac!: BackupGbac;
}

/** Versions of a device. */
export class ListDeviceBackupsAnswer {
  @Whole({ min: 0 })
  readonly total!: number;

  @ListOf(() => BackupVersion)
  readonly list!: readonly BackupVersion[];
}

/** What may be changed of a backup; what is left out stays. */
export class UpdateBackupRequest {
  @Text({ optional: true, max: 10_000 })
  readonly description?: string;

  @Text({ optional: true, max: 65_536 })
  readonly notes?: string;

  @Free({
    optional: true,
    note: '`{read, write}`: groups by id, by name where they were made here, or by `{provenance, name}`',
  })
  readonly gbac?: unknown;
}

/** Which backups to delete. */
export class DeleteBackupsQuery {
  @ListOf('text', { maxItems: 1000, note: 'Ids; those that are gone already do no harm' })
  readonly backupIds!: readonly string[];
}

/** What was deleted. */
export class DeleteBackupsAnswer {
  @Text({ example: 'success' })
  readonly status!: string;

  @Whole({ min: 0 })
  readonly deleted!: number;
}

/** Configurations taken elsewhere. */
export class ImportBackupsRequest {
  @ListOf('free', {
    maxItems: 1000,
    note: 'Each `{name, type, rawConfig and/or xmlConfig, date, provider, description, notes, gbac}`',
  })
  readonly backups!: readonly unknown[];
}

/** What became of one of them. */
export class ImportedBackup {
  @OneOf(['new', 'unchanged', 'refused'])
  readonly outcome!: 'new' | 'unchanged' | 'refused';

  @Text({ nullable: true })
  readonly id!: string | null;

  @Text({ nullable: true, note: 'Where the fault lies in the request' })
  readonly pointer!: string | null;

  @Text({ note: 'What happened, in words' })
  readonly message!: string;
}

/** What became of an import, in the order of the request. */
export class ImportBackupsAnswer {
  @Whole({ min: 0 })
  readonly stored!: number;

  @Whole({ min: 0 })
  readonly unchanged!: number;

  @Whole({ min: 0 })
  readonly refused!: number;

  @ListOf(() => ImportedBackup)
  readonly results!: readonly ImportedBackup[];
}

/** The texts of a backup with their secrets. */
export class RevealedBackup {
  @Text()
  readonly id!: string;

  @Text()
  readonly rawConfig!: string;

  @Text()
  readonly xmlConfig!: string;
}
