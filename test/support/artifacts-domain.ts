import { Module } from '@nestjs/common';
import { type TestingModule } from '@nestjs/testing';
import { IdempotencyModule } from '../../src/api/idempotency/idempotency.module.js';
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
  // Tests say themselves when repositories are read.
  const env = { CATALOGUE_RESCAN_SECONDS: '86400', ...options.env };
  return startDomain({ ...options, env, module: ArtifactsDomain, seeds: [ProfilesSeed] });
}
