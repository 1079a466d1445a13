import { Injectable } from '@nestjs/common';
import { compareBy } from '../../api/lists/match-items.js';
import { RegistryFactory } from '../../connectors/registry/registry.factory.js';
import { invalidInput } from '../../kernel/app-error.js';
import { invariant } from '../../kernel/invariant.js';
import { type JsonObject } from '../../kernel/json.js';
import { noteChange } from '../../platform/audit/request-notes.js';
import { SecretBox } from '../../platform/secrets/secret-box.js';
import { CatalogueRefreshService } from '#domains/catalogue/refreshing/catalogue-refresh.service.js';
import { type RepositoryTrust } from '../profiles/repository-configs.js';
import { ProfilesService, type RepositoryConfigs } from '../profiles/profiles.service.js';
import {
  type RepositoryConfigWrite,
  withConfigAdded,
  withConfigChanged,
  withConfigRemoved,
} from './repository-config-change.js';

/** A repository configuration without its secret. */
export interface RepositoryConfigView {
  readonly name: string;
  readonly enabled: boolean;
  readonly type: string;
  readonly hostname: string;
  readonly path: string;
  readonly credentials: { readonly token: '<ACCESS_TOKEN>' | '' };
  readonly trust: RepositoryTrust;
  readonly webhook: { readonly secret: '<SECRET>' | '' };
  readonly refreshSeconds: number | null;
}

/** A configuration with the revision of the profile that holds it. */
export interface RevisedConfig {
  readonly revision: number;
  readonly config: RepositoryConfigView;
}

/** Longest that a change waits for its repository to be read. */
const REFRESH_WAIT_MS = 5000;

/** The repository configurations of the active profile. */
@Injectable()
export class RepositoryConfigsService {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly registries: RegistryFactory,
    private readonly catalogue: CatalogueRefreshService,
    private readonly secrets: SecretBox,
  ) {}

  /** All configurations, by name, with the revision of the profile that holds them. */
  async all(): Promise<{
    readonly revision: number;
    readonly configs: readonly RepositoryConfigView[];
  }> {
    const { revision, configs } = await this.profiles.repositoryConfigs();
    const views = configs.map(toView);
    return { revision, configs: views.toSorted(compareBy([{ field: 'name', direction: 1 }])) };
  }

  /** @throws AppError `conflict`, `invalid-input` */
  async create(name: string, write: RepositoryConfigWrite): Promise<RevisedConfig> {
    await this.assertPlace(write.type, write.path);
    const configs = await this.change(name, (present) =>
      withConfigAdded(present, name, write, this.seal),
    );
    return this.settled(name, configs);
  }

  /** @throws AppError `not-found`, `invalid-input`, `precondition-failed` */
  async update(
    name: string,
    write: RepositoryConfigWrite & { readonly name?: string | undefined },
    expectedRevision: number | undefined,
  ): Promise<RevisedConfig> {
    if (write.name !== undefined && write.name !== name) {
      throw invalidInput([{ pointer: '#/name', detail: 'is the name, which cannot be changed' }]);
    }
    await this.assertNewPlace(name, write);
    const configs = await this.change(
      name,
      (documents) => withConfigChanged(documents, name, write, this.seal),
      expectedRevision,
    );
    return this.settled(name, configs);
  }

  /** @throws AppError `not-found`, `precondition-failed` */
  async remove(name: string, expectedRevision: number | undefined): Promise<void> {
    await this.change(name, (documents) => withConfigRemoved(documents, name), expectedRevision);
    await this.catalogue.begin(REFRESH_WAIT_MS);
  }

  /** Changes the configurations, and says so of the one that is meant. */
  private async change(
    name: string,
    change: Parameters<ProfilesService['changeRepositoryConfigs']>[0],
    expectedRevision?: number,
  ): Promise<RepositoryConfigs> {
    let before: JsonObject | null = null;
    let after: JsonObject | null = null;
    const configs = await this.profiles.changeRepositoryConfigs((present) => {
      // Runs again when somebody was faster: the last run is the one that counts.
      const changed = change(present);
      before = present[name] ?? null;
      after = changed[name] ?? null;
      return changed;
    }, expectedRevision);
    noteChange({ object: { type: 'repository-config', id: name, name }, before, after });
    return configs;
  }

  private readonly seal = (text: string): string => this.secrets.seal(text);

  private async settled(
    name: string,
    { revision, configs }: RepositoryConfigs,
  ): Promise<RevisedConfig> {
    await this.catalogue.beginAnew(name, REFRESH_WAIT_MS);
    const config = configs.find((candidate) => candidate.name === name);
    invariant(config, 'the configuration was written just now');
    return { revision, config: toView(config) };
  }

  /** A place that was configured before is left alone: reading it says what is wrong with it. */
  private async assertNewPlace(name: string, { type, path }: RepositoryConfigWrite): Promise<void> {
    if (type === undefined && path === undefined) return;
    const { configs } = await this.profiles.repositoryConfigs();
    const present = configs.find((config) => config.name === name);
    await this.assertPlace(type ?? present?.type, path ?? present?.path);
  }

  private async assertPlace(type: string | undefined, path: string | undefined): Promise<void> {
    if (type === undefined || path === undefined) return;
    const refusal = await this.registries.refusal({ type, path });
    if (refusal !== null) throw invalidInput([{ pointer: '#/path', detail: refusal }]);
  }
}

function toView(config: RepositoryConfigs['configs'][number]): RepositoryConfigView {
  const { name, enabled, type, hostname, path, trust, refreshSeconds } = config;
  const token = config.credentials.token === '' ? '' : '<ACCESS_TOKEN>';
  const secret = config.webhook.secret === '' ? '' : '<SECRET>';
  const masked = { credentials: { token }, webhook: { secret } } as const;
  return { name, enabled, type, hostname, path, ...masked, trust, refreshSeconds };
}
