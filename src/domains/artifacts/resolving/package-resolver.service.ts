import { Injectable } from '@nestjs/common';
import { type JsonObject } from '../../../kernel/json.js';
import { readArtifact } from '../../../connectors/registry/artifact-reader.js';
import { invalidInput, notFound } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { invariant } from '../../../kernel/invariant.js';
import { CatalogueScopeService } from '#domains/catalogue/index/catalogue-scope.service.js';
import { type AskedPackage, type PackageWorld, type UploadedVersion } from './package-world.js';
import { RemovalsService } from './removals.service.js';
import { type Resolution, type ResolutionProblem } from './resolution.js';
import { resolveInstalls } from './resolve-installs.js';
import { versionsOf } from './version-choice.js';
import { WorldLoaderService } from './world-loader.service.js';

/** A package of the catalogues, named as operation 1 names it. */
export interface NamedRequest {
  readonly kind: 'named';
  /** Repository configuration to take it from; all enabled ones when absent. */
  readonly config?: string | undefined;
  readonly name: string;
  /** Exactly this version; what fits best when absent, first of all what operation 1 shows. */
  readonly version?: string | undefined;
}

/** A package document that the caller brings along; it was read and found sound. */
export interface UploadedRequest {
  readonly kind: 'uploaded';
  readonly document: JsonObject;
}

/** What is wanted of the set of installed packages. */
export interface PackageRequest {
  readonly install?: readonly (NamedRequest | UploadedRequest)[];
  /** Names or `_id`s of installed packages. */
  readonly remove?: readonly string[];
  /** Take dependents along when removing; install although something is missing. */
  readonly force?: boolean;
  /** Take no dependencies along: what is not here is said as missing. */
  readonly alone?: boolean;
}

/** What a request installs, by folded name. */
interface RequestedPackages {
  readonly asked: ReadonlyMap<string, AskedPackage>;
  readonly uploaded: ReadonlyMap<string, UploadedVersion>;
  readonly named: readonly NamedRequest[];
}

const TOO_MANY: ResolutionProblem = {
  code: 'too-many-packages',
  detail: 'More packages would have to be looked at than can be solved at once',
  reasons: [],
};

/** Finds out which packages, in which versions, have to be installed and removed for a request. */
@Injectable()
export class PackageResolverService {
  constructor(
    private readonly scopes: CatalogueScopeService,
    private readonly worlds: WorldLoaderService,
    private readonly removals: RemovalsService,
  ) {}

  /**
   * @throws AppError `not-found` for a package, version or configuration that does not exist;
   *   `invalid-input` for an empty request and for one that names a package twice.
   */
  async resolve(request: PackageRequest): Promise<Resolution> {
    const { remove = [], force = false } = request;
    const wanted = readRequest(request);
    const names = new Set([...wanted.asked.keys(), ...wanted.uploaded.keys()]);
    if (names.size + remove.length === 0) {
      throw invalidInput([
        { pointer: '#/', detail: 'must name a package to install or to remove' },
      ]);
    }
    const removals = await this.removals.plan({ remove, force, installed: names });
    const installs = await this.installs(request, wanted, removals.packages);
    return {
      ...installs,
      packages: [...removals.packages, ...installs.packages],
      problems: [...removals.problems, ...installs.problems],
    };
  }

  private async installs(
    { force = false, alone = false }: PackageRequest,
    { asked, uploaded, named }: RequestedPackages,
    removed: Resolution['packages'],
  ): Promise<Resolution> {
    if (asked.size + uploaded.size === 0) return nothing([]);
    for (const { config } of named) if (config !== undefined) await this.scopes.scope(config);
    const removedNames = new Set(removed.map(({ nameFolded }) => nameFolded));
    const world = await this.worlds.load({ asked, uploaded, removed: removedNames });
    if (!world) return nothing([TOO_MANY]);
    assertOffered(world, named);
    // Whoever brings a package along moves it in: what it asks for need not run here (docs/catalogue.md).
    return resolveInstalls(world, { isLenient: force || named.length === 0, isAlone: alone });
  }
}

function nothing(problems: readonly ResolutionProblem[]): Resolution {
  return { packages: [], missing: [], mismatching: [], duplicates: [], notes: [], problems };
}

function readRequest({ install = [] }: PackageRequest): RequestedPackages {
  const asked = new Map<string, AskedPackage>();
  const uploaded = new Map<string, UploadedVersion>();
  install.forEach((request, at) => {
    const version = request.kind === 'named' ? toAsked(request) : toUploaded(request.document, at);
    const { nameFolded } = version;
    if (asked.has(nameFolded) || uploaded.has(nameFolded)) {
      throw invalidInput([{ pointer: `#/install/${at}`, detail: 'names a package twice' }]);
    }
    if ('at' in version) uploaded.set(nameFolded, version);
    else asked.set(nameFolded, version);
  });
  return { asked, uploaded, named: install.filter((request) => request.kind === 'named') };
}

function toAsked({ name, config, version }: NamedRequest): AskedPackage {
  return { nameFolded: foldText(name), config, version };
}

function toUploaded(document: Parameters<typeof readArtifact>[0], at: number): UploadedVersion {
  const reading = readArtifact(document);
  invariant(reading.kind === 'sound', 'uploads were read before they are resolved');
  const { name, version, platformDependencies = {} } = reading.artifact;
  const dependencies = Object.entries(platformDependencies).map(([needed, range]) => ({
    name: needed,
    range,
  }));
  return { at, name, nameFolded: foldText(name), version, dependencies };
}

function assertOffered(world: PackageWorld, named: readonly NamedRequest[]): void {
  for (const { name, version } of named) {
    if (versionsOf(world, foldText(name)).length > 0) continue;
    throw notFound('Package', version === undefined ? name : `${name} ${version}`);
  }
}
