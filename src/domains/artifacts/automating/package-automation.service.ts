import { Inject, Injectable } from '@nestjs/common';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { textOf } from '../../../kernel/json-reading.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { ArtifactsService } from '../artifacts.service.js';
import { bundleType } from '../packing/bundle-locations.js';
import { kindInWords, type PackedKind } from '../packing/packed-document.js';
import { readUploaded, uploadOf } from '../planning/change-request.js';
import { PackageBuilderService } from '../publishing/package-builder.service.js';
import { componentMap, componentsIn } from './components.js';
import { fromFiles, toFiles } from './package-files.js';
import { headOf, type Publication } from './package-head.js';

const FILES = '#/artifactBundle';

/** In whose name an automation changes packages. */
export interface PackageUsers {
  readonly principal: Principal;
  /** Who answers for it as well: all of them must be admitted to every document that changes. */
  readonly others: readonly Principal[];
}

/** Packages for automations of other domains. */
@Injectable()
export class PackageAutomationService {
  constructor(
    private readonly builder: PackageBuilderService,
    private readonly artifacts: ArtifactsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The documents of these names, and all that they refer to. @throws AppError `invalid-input` */
  async discover(entryPoint: JsonObject, principal: Principal): Promise<JsonObject> {
    const wanted = componentsIn(entryPoint, '#/entryPoint');
    const found = await this.builder.find(wanted, principal);
    const chosen = found.flatMap((document) => document ?? []);
    const walk = await this.builder.walk(chosen, 'references', principal);
    const absent = wanted.filter((_, at) => !found[at]);
    const invalidComponents = [...absent.map(notHere), ...walk.warnings.map(told)];
    return { componentMap: componentMap(walk), dependencies: [], invalidComponents };
  }

  /**
   * The files of a package of exactly these documents.
   * @throws AppError `invalid-input` for what is not here, or no package; `document-too-large`.
   */
  async publish(
    components: JsonObject,
    publication: Publication,
    principal: Principal,
  ): Promise<JsonObject> {
    const documents = componentsIn(components, '#/artifactData/components');
    const request = { head: headOf(publication), documents, include: 'none' } as const;
    const { document, warnings } = await this.builder.build(request, principal);
    const readme = textOf(publication.metadata['readme']) || textOf(document['readme']);
    const files = toFiles({ ...document, readme }, publication.packageJson);
    return { ...files, warnings: warnings.map(told) };
  }

  /** Installs the package that such files make. @returns its `_id`. @throws AppError as `installUploaded`. */
  async add(files: JsonObject, { principal, others }: PackageUsers): Promise<string> {
    const uploaded = { document: await this.read(files), pointer: FILES };
    const options = { overwrite: false };
    for (const one of others) await this.artifacts.plan(uploadOf(uploaded, options), one);
    return (await this.artifacts.installUploaded(uploaded, options, principal)).installed.id;
  }

  /** Installs it in place of the version that is installed. @throws AppError as `ArtifactsService.replace`. */
  async replace(files: JsonObject, { principal, others }: PackageUsers): Promise<void> {
    const uploaded = { document: await this.read(files), pointer: FILES };
    const options = { overwrite: true };
    for (const one of others) await this.artifacts.plan(uploadOf(uploaded, options), one);
    await this.artifacts.replace(readUploaded(uploaded).name, uploaded, undefined, principal);
  }

  private async read(files: JsonObject): Promise<JsonObject> {
    return fromFiles(files, FILES, this.config.catalogue.artifactLimitBytes);
  }
}

function notHere({ kind, text }: { readonly kind: PackedKind; readonly text: string }): JsonValue {
  return told({ kind, name: text, message: `There is no such ${kindInWords(kind)} here` });
}

function told({
  kind,
  name,
  message,
}: {
  readonly kind: PackedKind;
  readonly name: string;
  readonly message: string;
}): JsonValue {
  return { type: bundleType(kind), name, message };
}
