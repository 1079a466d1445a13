import { Inject, Injectable } from '@nestjs/common';
import { type Fault, invalidInput } from '../../kernel/app-error.js';
import { foldText } from '../../kernel/folded-text.js';
import { IdSource } from '../../kernel/ids.js';
import { type JsonObject } from '../../kernel/json.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config, givenVariables } from '../../platform/config/config.js';
import { assertStorableInTurns } from '../../platform/database/storable.js';
import { TimeSlicer } from '../../platform/concurrency/time-slicer.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { defaultProfile } from './default-profile.js';
import { faultsBelow } from './document/fault-places.js';
import { type SealedDocument, type SealOptions, sealSteps } from './document/profile-secrets.js';
import { NO_CHANGES, type SettingChanges, settingChanges } from './document/setting-changes.js';
import { type ProfileRecord } from './profile.js';
import { type ActiveChange, ProfileWriterService } from './profile-writer.service.js';
import { ProfilesRepository } from './profiles.repository.js';

/** A profile as a caller sends it: its shape was judged already. */
export interface SentProfile {
  readonly document: JsonObject & { readonly id: string };
  /** Where the request holds it, `#/properties` for example. */
  readonly pointer: string;
}

/** A profile that was written. */
export interface WrittenProfile {
  readonly record: ProfileRecord;
  /** Places in the profile that its sender should look at. */
  readonly warnings: readonly Fault[];
  /** What changed of what counts, when this is the active profile. */
  readonly changes: SettingChanges;
}

/** Profiles in and out: what is sent becomes what is stored, secrets sealed (docs/profiles.md). */
@Injectable()
export class ProfileRecordsService {
  constructor(
    private readonly profiles: ProfilesRepository,
    private readonly writer: ProfileWriterService,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `not-found` */
  get(name: string): Promise<ProfileRecord> {
    return this.writer.get(name);
  }

  /**
   * Adds a profile; groups that it leaves out are those of a new platform.
   * @throws AppError `conflict` for a name that exists, `invalid-input`, `document-too-large`
   */
  async create({ document, pointer }: SentProfile): Promise<WrittenProfile> {
    const whole = { ...defaultProfile(this.config), description: '', ...document };
    return this.insert({ document: whole, pointer }, 'refused');
  }

  /**
   * Adds a profile exactly as it is, or replaces the one of its name when `overwrite` says so.
   * @throws AppError `conflict` for a name that exists, `invalid-input`, `document-too-large`
   */
  async import(sent: SentProfile, overwrite: boolean): Promise<WrittenProfile> {
    const present = overwrite ? await this.profiles.find(sent.document.id) : null;
    if (!present) return this.insert(sent, 'unset');
    return this.replace(sent, undefined, 'unset');
  }

  /**
   * Replaces a profile. @throws AppError `not-found`, `precondition-failed`, `invalid-input`,
   * `document-too-large`, `conflict`, and as the checks of the active profile do.
   */
  async update(
    name: string,
    sent: SentProfile,
    expectedRevision: number | undefined,
  ): Promise<WrittenProfile> {
    if (foldText(sent.document.id) !== foldText(name)) {
      const pointer = `${sent.pointer}/id`;
      throw invalidInput([{ pointer, detail: 'is the name, which cannot be changed' }]);
    }
    return this.replace(sent, expectedRevision, 'refused');
  }

  /** @throws AppError `not-found`, `precondition-failed`, `conflict`, and as the checks do. */
  async activate(name: string, expectedRevision: number | undefined): Promise<WrittenProfile> {
    return this.written(await this.writer.activate(name, expectedRevision), []);
  }

  /** @throws AppError `not-found`, `precondition-failed`, `conflict` for the active profile. */
  async remove(name: string, expectedRevision: number | undefined): Promise<void> {
    await this.writer.remove(name, expectedRevision);
  }

  private async insert(
    sent: SentProfile,
    unmatched: SealOptions['unmatched'],
  ): Promise<WrittenProfile> {
    const { document, warnings } = await this.seal(sent, null, unmatched);
    const { id: name } = sent.document;
    const record = await this.writer.insert({
      _id: this.ids.next(),
      name,
      nameFolded: foldText(name),
      document,
    });
    return { record, warnings, changes: NO_CHANGES };
  }

  private async replace(
    sent: SentProfile,
    expectedRevision: number | undefined,
    unmatched: SealOptions['unmatched'],
  ): Promise<WrittenProfile> {
    let warnings: readonly Fault[] = [];
    const change = async (stored: ProfileRecord): Promise<JsonObject> => {
      const sealed = await this.seal(sent, stored.document, unmatched);
      warnings = sealed.warnings;
      return sealed.document;
    };
    const done = await this.writer.replace(sent.document.id, change, expectedRevision);
    return this.written(done, warnings);
  }

  private seal(
    { document, pointer }: SentProfile,
    stored: JsonObject | null,
    unmatched: SealOptions['unmatched'],
  ): Promise<SealedDocument> {
    const seal = (text: string): string => this.secrets.seal(text);
    return faultsBelow(pointer, async () => {
      await assertStorableInTurns(document);
      return new TimeSlicer().finish(sealSteps(document, stored, { seal, unmatched }));
    });
  }

  private written({ record, active }: ActiveChange, warnings: readonly Fault[]): WrittenProfile {
    const variables = givenVariables(this.config);
    const changes = active ? settingChanges(active.before, active.after, variables) : NO_CHANGES;
    return { record, warnings, changes };
  }
}
