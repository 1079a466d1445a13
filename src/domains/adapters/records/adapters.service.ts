import { Inject, Injectable } from '@nestjs/common';
import { assertRevision, staleRevision } from '../../../api/revision/stale-revision.js';
import { conflict, invalidInput, notFound } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { foldText } from '../../../kernel/folded-text.js';
import { IdSource } from '../../../kernel/ids.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { noteChange } from '../../../platform/audit/request-notes.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import {
  ADAPTER_TYPE_NAMES,
  type AdapterHead,
  type AdapterSettings,
  type AdapterType,
  headOf,
  type StoredAdapter,
} from './adapter.js';
import { settingsFaults, unusedCredentials } from './adapter-faults.js';
import { openedSettings, sealedSettings } from './adapter-secrets.js';
import { type AdapterWrite, defaultSettings, settingsOf, withWritten } from './adapter-settings.js';
import { AdaptersRepository } from './adapters.repository.js';
import { auditedAdapter, objectOf } from './audited-adapter.js';

/** Each costs a look a minute and has a queue of its own on every node. */
const ADAPTERS_MAX = 1000;

/** The systems that the platform sends changes to. */
@Injectable()
export class AdaptersService {
  constructor(
    private readonly adapters: AdaptersRepository,
    private readonly secrets: SecretBox,
    private readonly ids: IdSource,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(query: StoredList): Promise<Page<StoredAdapter>> {
    return this.adapters.list(query);
  }

  /** By id or name. @throws AppError `not-found` */
  async get(idOrName: string): Promise<StoredAdapter> {
    const found = await this.adapters.find(idOrName);
    if (!found) throw notFound('Adapter', idOrName);
    return found;
  }

  /** Those of the ids or names under which there is an adapter; the caller bounds them. */
  async present(mentions: readonly string[]): Promise<ReadonlySet<string>> {
    const found = mentions.length === 0 ? [] : await this.adapters.findMentioned(mentions);
    const known = new Set(found.flatMap(({ _id, nameFolded }) => [_id, nameFolded]));
    return new Set(mentions.filter((one) => known.has(one) || known.has(foldText(one))));
  }

  /** One that may be called. @throws AppError `not-found`, `conflict` (code `adapter-disabled`). */
  async usable(idOrName: string): Promise<StoredAdapter> {
    const found = await this.get(idOrName);
    if (!found.enabled) throw conflict(`Adapter '${found.name}' is disabled`, 'adapter-disabled');
    return found;
  }

  /** The adapters of a type that may be called, by name. */
  async enabledHeads(type: AdapterType): Promise<readonly AdapterHead[]> {
    return (await this.adapters.enabled(type)).map(headOf);
  }

  /** Whether no system behind an enabled adapter was found not to answer. */
  async areWell(): Promise<boolean> {
    const enabled = await Promise.all(
      ADAPTER_TYPE_NAMES.map((type) => this.adapters.enabled(type)),
    );
    return enabled.flat().every(({ probe }) => probe?.passed !== false);
  }

  /** Types of the configured adapters, enabled or not: what packages can depend on. */
  async typesConfigured(): Promise<readonly AdapterType[]> {
    return this.adapters.types();
  }

  /** @throws AppError `invalid-input`; `conflict` when the name is taken or there are too many. */
  async create(name: string, write: AdapterWrite, { username }: Principal): Promise<StoredAdapter> {
    const settings = this.toStore(write, undefined);
    if ((await this.adapters.count()) >= ADAPTERS_MAX)
      throw conflict(`There can be at most ${ADAPTERS_MAX} adapters`, 'too-many');
    const now = this.clock.now();
    const adapter: StoredAdapter = {
      _id: this.ids.next(),
      name,
      nameFolded: foldText(name),
      ...settings,
      revision: 1,
      restarted: null,
      probe: null,
      ...(settings.enabled && { probeDue: now }),
      created: now,
      createdBy: username,
      updated: now,
      updatedBy: username,
    };
    await this.adapters.insert(adapter);
    noteChange({ object: objectOf(adapter), before: null, after: auditedAdapter(adapter) });
    return adapter;
  }

  /** Changes what was said. @throws AppError `not-found`, `invalid-input`, `precondition-failed`. */
  async change(
    idOrName: string,
    { name, ...write }: AdapterWrite & { readonly name?: string | undefined },
    expected: number | undefined,
    principal: Principal,
  ): Promise<StoredAdapter> {
    const present = await this.expected(idOrName, expected);
    if (name !== undefined && name !== present.name)
      throw invalidInput([{ pointer: '#/name', detail: 'is the name, which cannot be changed' }]);
    return this.write(present, this.toStore(write, present), expected, principal);
  }

  /** Changes the adapter of this name, or makes it. @throws AppError as `create` and `change` do. */
  async put(name: string, write: AdapterWrite, principal: Principal): Promise<StoredAdapter> {
    const present = await this.adapters.find(name);
    if (!present) return this.create(name, write, principal);
    return this.write(present, this.toStore(write, present), undefined, principal);
  }

  /** Enables or disables. @throws AppError `not-found`, `precondition-failed`, `conflict`. */
  async setEnabled(
    idOrName: string,
    enabled: boolean,
    expected: number | undefined,
    principal: Principal,
  ): Promise<StoredAdapter> {
    const present = await this.expected(idOrName, expected);
    return this.write(present, { enabled }, expected, principal);
  }

  /**
   * Enables it with new connections, an empty queue and a closed circuit, on every node: all of them go
   * by the revision. Calls in flight end on the old connections.
   * @throws AppError `not-found`, `precondition-failed`, `conflict`.
   */
  async restart(
    idOrName: string,
    expected: number | undefined,
    principal: Principal,
  ): Promise<StoredAdapter> {
    const present = await this.expected(idOrName, expected);
    const restarted = this.clock.now();
    return this.write(present, { enabled: true, restarted }, expected, principal);
  }

  /** @throws AppError `not-found`, `precondition-failed`, `conflict`. */
  async remove(idOrName: string, expected: number | undefined): Promise<void> {
    const present = await this.expected(idOrName, expected);
    if (!(await this.adapters.remove(present._id, present.revision))) throw staleRevision(expected);
    noteChange({ object: objectOf(present), before: auditedAdapter(present), after: null });
  }

  private async expected(idOrName: string, expected: number | undefined): Promise<StoredAdapter> {
    const present = await this.get(idOrName);
    assertRevision(present.revision, expected);
    return present;
  }

  private async write(
    present: StoredAdapter,
    change: Partial<AdapterSettings> & { readonly restarted?: Date },
    expected: number | undefined,
    { username }: Principal,
  ): Promise<StoredAdapter> {
    const now = this.clock.now();
    const written = { ...change, updated: now, updatedBy: username };
    const changed: StoredAdapter = {
      ...present,
      ...written,
      revision: present.revision + 1,
      probe: null,
    };
    const probeDue = changed.enabled ? now : null;
    const { _id, revision } = present;
    if (!(await this.adapters.change(_id, revision, { ...written, probeDue })))
      throw staleRevision(expected);
    const [before, after] = [auditedAdapter(present), auditedAdapter(changed)];
    noteChange({ object: objectOf(changed), before, after });
    return changed;
  }

  private toStore(write: AdapterWrite, stored: StoredAdapter | undefined): AdapterSettings {
    const present = stored ?? defaultSettings(write.type ?? 'restconf', this.config.outbound);
    const settings = withWritten(settingsOf(present), write);
    const unused = unusedCredentials(settings.auth.type, write.auth, stored?.auth);
    if (unused.length > 0) throw invalidInput(unused);
    const sealed = sealedSettings(settings, stored, write, this.secrets);
    const faults = settingsFaults(openedSettings(settings, stored, write, this.secrets));
    if (faults.length > 0) throw invalidInput(faults);
    return sealed;
  }
}
