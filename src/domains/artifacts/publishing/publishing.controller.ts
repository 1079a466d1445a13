import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { type BuiltPackage, PackageBuilderService } from './package-builder.service.js';
import { BuildArtifactAnswer, BuildArtifactRequest, type BuildWarning } from './publishing.dto.js';
import { toBuildRequest } from './to-build-request.js';

/** Packages of documents that are here. */
@Controller()
export class PublishingController {
  constructor(private readonly builder: PackageBuilderService) {}

  @Operation('buildArtifact', BuildArtifactAnswer)
  async buildArtifact(
    @Body() body: BuildArtifactRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AnswerOf> {
    return toAnswer(await this.builder.build(toBuildRequest(body), principal));
  }
}

/** The answer before its shape is checked: a built package is a document like any other. */
type AnswerOf = Omit<BuildArtifactAnswer, 'artifact'> & { readonly artifact: JsonObject };

function toAnswer({ document, integrity, warnings }: BuiltPackage): AnswerOf {
  return { artifact: document, integrity, warnings: warnings.map(toWarning) };
}

function toWarning({ kind, name, message }: BuiltPackage['warnings'][number]): BuildWarning {
  return { type: kind, name, message };
}
