import { Injectable } from '@nestjs/common';
import { type Artifact } from '../../../connectors/registry/artifact.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { conflict } from '../../../kernel/app-error.js';
import { invariant } from '../../../kernel/invariant.js';
import { type JsonObject } from '../../../kernel/json.js';
import { ProfilesService } from '../../profiles/profiles.service.js';
import { CatalogueContentsRepository } from '#domains/catalogue/index/catalogue-contents.repository.js';
import { CatalogueScopeService } from '#domains/catalogue/index/catalogue-scope.service.js';
import { type UploadedPackage } from './change-request.js';
import {
  examineSignature,
  type PackageOrigin,
  type SignatureTrust,
  trustForUpload,
  type TrustingConfig,
} from '#domains/catalogue/trust/package-trust.js';
import { type ResolvedPackage, type ResolvedSource } from '../resolving/resolution.js';

/** A package document, read, with what is known of where it comes from. */
export interface SourcedPackage {
  readonly document: JsonObject;
  readonly artifact: Artifact;
  readonly origin: PackageOrigin;
  /** Whom its repository trusts now. */
  readonly trust: SignatureTrust;
}

type RepositorySource = Extract<ResolvedSource, { readonly kind: 'repository' }>;

const NOBODY: SignatureTrust = { publicKeys: [], requireSignature: false };

/** The documents of packages that a plan installs. */
@Injectable()
export class PackageDocumentsService {
  constructor(
    private readonly scopes: CatalogueScopeService,
    private readonly contents: CatalogueContentsRepository,
    private readonly profiles: ProfilesService,
  ) {}

  /**
   * Says so when there is nothing to choose from.
   * @throws AppError `not-found` for an unknown configuration; `upstream-failed` when no repository can
   *   be read.
   */
  async assertReadable(config: string | undefined): Promise<void> {
    await this.scopes.scope(config);
  }

  /** @throws AppError `conflict` when the catalogue was changed over it. */
  async find(
    { name, source }: ResolvedPackage,
    uploaded: UploadedPackage | undefined,
  ): Promise<SourcedPackage> {
    invariant(source !== null, 'what is installed comes from somewhere');
    const { configs } = await this.profiles.repositoryConfigs();
    if (source.kind === 'repository') return this.fromRepository(name, source, configs);
    invariant(uploaded !== undefined, 'only what was sent along is planned as such');
    return this.fromUpload(uploaded, configs);
  }

  private async fromRepository(
    name: string,
    { config, ref, contentId, signatureText }: RepositorySource,
    configs: readonly TrustingConfig[],
  ): Promise<SourcedPackage> {
    const document = (await this.contents.findAll([contentId])).get(contentId);
    if (!document) {
      throw conflict(`Package '${name}' was changed in its repository meanwhile; try again`);
    }
    const trust = configs.find((one) => one.name === config)?.trust ?? NOBODY;
    // The index judged by the keys of then.
    const examined = examineSignature(document, signatureText ?? undefined, trust);
    return {
      document,
      artifact: artifactOf(document),
      trust,
      origin: { config, ref, ...examined },
    };
  }

  private fromUpload(
    { document, signature }: UploadedPackage,
    configs: readonly TrustingConfig[],
  ): SourcedPackage {
    const artifact = artifactOf(document);
    const trust = trustForUpload(artifact.name, configs);
    const examined = examineSignature(document, signature, trust);
    return { document, artifact, trust, origin: { config: null, ref: null, ...examined } };
  }
}

function artifactOf(document: JsonObject): Artifact {
  const reading = readArtifact(document);
  invariant(reading.kind === 'sound', 'only sound packages are planned');
  return reading.artifact;
}
