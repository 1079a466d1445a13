import { Injectable } from '@nestjs/common';
import { AppError, notFound } from '../../../kernel/app-error.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { CatalogueRepositoriesRepository } from './catalogue-repositories.repository.js';
import { type RepositoryState } from './catalogue-repository.schema.js';
import { type CatalogueView } from './catalogue-view.js';

/** What a reader of the catalogue should know about a repository. */
export interface CatalogueWarning {
  readonly config: string;
  /** The place of a broken package; absent when it is about the whole repository. */
  readonly package?: string;
  readonly message: string;
}

/** What a request looks at; the view is null when there is nothing to look at. */
export interface CataloguePlace {
  readonly view: CatalogueView | null;
  readonly configs: readonly string[];
}

/** The same, with what is wrong there. */
export interface CatalogueScope extends CataloguePlace {
  readonly warnings: readonly CatalogueWarning[];
}

const WARNINGS_MAX = 100;

/** Decides which repositories a request sees, and what is wrong with them. */
@Injectable()
export class CatalogueScopeService {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly repositories: CatalogueRepositoriesRepository,
  ) {}

  /** As `place` and `warnings` say it. */
  async scope(config: string | undefined): Promise<CatalogueScope> {
    const place = await this.place(config);
    return { ...place, warnings: await this.warnings(place) };
  }

  /**
   * All enabled configurations, or one of them; a disabled one is empty.
   * @throws AppError `not-found` for an unknown configuration
   */
  async place(config: string | undefined): Promise<CataloguePlace> {
    const { configs } = await this.profiles.repositoryConfigs();
    const named = config === undefined ? configs : configs.filter(({ name }) => name === config);
    if (config !== undefined && named.length === 0) {
      throw notFound('Repository configuration', config);
    }
    const names = named.filter(({ enabled }) => enabled).map(({ name }) => name);
    return { view: viewOf(config, names), configs: names };
  }

  /**
   * What is wrong with the repositories.
   * @throws AppError `upstream-failed` when none of them has ever been read and all of them fail.
   */
  async warnings({ configs }: CataloguePlace): Promise<readonly CatalogueWarning[]> {
    const states = await this.repositories.findAll(configs);
    assertAnyIndex(configs, states);
    return [
      // Whole repositories first: no repository full of waste hides that another one fails.
      ...configs.flatMap((name) => ofRepository(name, states)),
      ...configs.flatMap((name) => ofPlaces(name, states)),
    ].slice(0, WARNINGS_MAX);
  }
}

function viewOf(config: string | undefined, names: readonly string[]): CatalogueView | null {
  if (names.length === 0) return null;
  return config === undefined ? { kind: 'merged' } : { kind: 'config', config };
}

function assertAnyIndex(names: readonly string[], states: readonly RepositoryState[]): void {
  const failed = states.filter(({ error, indexed }) => error && !indexed);
  if (names.length === 0 || failed.length < names.length) return;
  const reasons = failed.map(({ _id, error }) => `${_id}: ${error?.message ?? ''}`).join('; ');
  throw new AppError('upstream-failed', `No repository can be read: ${reasons}`);
}

function ofRepository(
  config: string,
  states: readonly RepositoryState[],
): readonly CatalogueWarning[] {
  const state = states.find(({ _id }) => _id === config);
  if (state?.error) return [{ config, message: state.error.message }];
  return state?.indexed ? [] : [{ config, message: 'has not been read yet' }];
}

function ofPlaces(config: string, states: readonly RepositoryState[]): readonly CatalogueWarning[] {
  const broken = states.find(({ _id }) => _id === config)?.broken ?? [];
  return broken.map(({ ref, reason }) => ({ config, package: ref, message: reason }));
}
