import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { definedMembers } from '../projects/defined-members.js';
import { ProjectsService } from '../projects/projects.service.js';
import { toProjectAnswer } from '../projects/to-project-answer.js';
import { ContentImportService } from './content-import.service.js';
import {
  CreateProjectRequest,
  ImportProjectAnswer,
  ImportProjectRequest,
} from './project-import.dto.js';
import { toImportAnswer } from './to-import-answer.js';

const NEW_REFERENCES = {
  pointer: '#/assignNewReferences',
  detail: 'must be false: documents keep the ids that are free',
};

/** Projects that come with their documents, under the paths that existing clients use. */
@Controller()
export class ProjectImportController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly imports: ContentImportService,
  ) {}

  @Operation('createProject', ImportProjectAnswer)
  async createProject(
    @Body() { components = [], ...head }: CreateProjectRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportProjectAnswer> {
    const project = { ...definedMembers(head), components: [...components] };
    return this.imported(project, '#', principal);
  }

  @Operation('importProject', ImportProjectAnswer)
  async importProject(
    @Body() { project, assignNewReferences = false }: ImportProjectRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportProjectAnswer> {
    if (assignNewReferences) throw invalidInput([NEW_REFERENCES]);
    // Clients in Go send null for an empty list.
    const whole = project['components'] === null ? { ...project, components: [] } : project;
    return this.imported(whole, '#/project', principal);
  }

  private async imported(
    project: JsonObject,
    pointer: string,
    principal: Principal,
  ): Promise<ImportProjectAnswer> {
    const { id, outcomes } = await this.imports.importProject(project, pointer, principal);
    const { message, ...metadata } = toImportAnswer(outcomes);
    return { message, data: toProjectAnswer(await this.projects.named(id)), metadata };
  }
}
