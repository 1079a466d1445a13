import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type JsonObject } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';
import { ContentImportService } from '../importing/content-import.service.js';
import { toImportAnswer } from '../importing/to-import-answer.js';
import { contentList } from '../records/content-list.js';
import { ExportContentQuery } from '../records/content-transfer.dto.js';
import { type Project, type ProjectSummary } from './project.js';
import {
  ExportedProject,
  GetProjectAnswer,
  ImportProjectAnswer,
  ImportProjectRequest,
  ListProjectsAnswer,
  ListProjectsQuery,
  type ProjectAnswer,
  type ProjectSummaryAnswer,
} from './projects.dto.js';
import { ProjectsService } from './projects.service.js';

/** Projects under the paths that existing clients use. */
@Controller()
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly imports: ContentImportService,
  ) {}

  @Operation('listProjects', ListProjectsAnswer)
  async listProjects(@QueryObject() query: ListProjectsQuery): Promise<ListProjectsAnswer> {
    const list = contentList(query);
    const { items, total } = await this.projects.list(list);
    const metadata = listMetadata(list, { items, total });
    return { message: `Found ${total} projects`, data: items.map(toSummary), metadata };
  }

  @Operation('getProject', GetProjectAnswer)
  async getProject(@Param('id') id: string): Promise<GetProjectAnswer> {
    const project = await this.projects.get(id);
    return { message: `Found project '${project.name}'`, data: toAnswer(project) };
  }

  @Operation('importProject', ImportProjectAnswer)
  async importProject(
    @Body() { project }: ImportProjectRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ImportProjectAnswer> {
    const { id, outcomes } = await this.imports.importProject(project, principal);
    const { message, ...metadata } = toImportAnswer(outcomes);
    return { message, data: toAnswer(await this.projects.get(id)), metadata };
  }

  @Operation('exportProject', ExportedProject)
  async exportProject(
    @Param('id') id: string,
    @QueryObject() { dialect }: ExportContentQuery,
  ): Promise<JsonObject> {
    return this.projects.export(id, dialect);
  }

  @Operation('deleteProject')
  async deleteProject(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.projects.remove(id, principal);
  }
}

function toSummary(
  project: ProjectSummary,
): Pick<ProjectSummaryAnswer, keyof ProjectSummaryAnswer> {
  const { _id, name, description, componentCount, created, createdBy } = project;
  return { _id, name, description, componentCount, created: created.toISOString(), createdBy };
}

function toAnswer(project: Project): ProjectAnswer {
  const components = project.parts.map(({ component, kind, documentId }) => ({
    component,
    type: kind,
    documentId,
  }));
  return { ...toSummary(project), components };
}
