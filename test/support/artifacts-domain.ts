import { Module } from '@nestjs/common';
import { type TestingModule } from '@nestjs/testing';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
import { ArtifactsTasks } from '../../src/domains/artifacts/artifacts.tasks.js';
import { ArtifactsModule } from '../../src/domains/artifacts/artifacts.module.js';
import { ProfilesSeed } from '../../src/domains/profiles/profiles.seed.js';
import { type DomainAppOptions, startDomain } from './domain-app.js';

/** Its controllers take keys of idempotency, whose module is the application's. */
@Module({ imports: [IdempotencyModule, ArtifactsModule] })
class ArtifactsDomain {}

/** Catalogue and packages without HTTP. */
export function startArtifacts(
  options: Pick<DomainAppOptions, 'uri' | 'env' | 'override'>,
): Promise<TestingModule> {
  // Tests say themselves when repositories are read, and when a change is found interrupted.
  const env = { CATALOGUE_RESCAN_SECONDS: '86400', ...options.env };
  const override: DomainAppOptions['override'] = (builder) => {
    const quiet = builder.overrideProvider(ArtifactsTasks).useValue({});
    return options.override?.(quiet) ?? quiet;
  };
  return startDomain({ ...options, env, override, module: ArtifactsDomain, seeds: [ProfilesSeed] });
}
