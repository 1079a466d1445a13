import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { listMetadata } from '../../../api/query/list-metadata.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOf } from '../../../api/lists/page-of.js';
import { QueryObject } from '../../../api/query/query-object.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { ExportContentQuery } from '../records/content-transfer.dto.js';
import {
  ExportProjectAnswer,
  type ExportedProject,
  GetProjectAnswer,
  ListProjectsAnswer,
  UpdateProjectAnswer,
  UpdateProjectRequest,
} from './projects.dto.js';
import { PROJECT_LIST } from './project-list.js';
import { toProjectAnswer, toSummary } from './to-project-answer.js';
import { ProjectsService } from './projects.service.js';

/** Projects under the paths that existing clients use. */
@Controller()
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @Operation('listProjects', ListProjectsAnswer)
  async listProjects(@ListOptions(PROJECT_LIST) list: ListRequest): Promise<ListProjectsAnswer> {
    const page = await pageOf(list, (part) => this.projects.list(part), toSummary);
    const metadata = listMetadata(list, page);
    return { message: `Found ${page.total} projects`, data: page.items, metadata };
  }

  @Operation('getProject', GetProjectAnswer)
  async getProject(@Param('id') id: string): Promise<GetProjectAnswer> {
    const data = toProjectAnswer(await this.projects.named(id));
    return { message: `Found project '${data.name}'`, data };
  }

  @Operation('updateProject', UpdateProjectAnswer)
  async updateProject(
    @Param('id') id: string,
    @Body() { members: _members, ...change }: UpdateProjectRequest,
  ): Promise<UpdateProjectAnswer> {
    const changed = await this.projects.update(id, change);
    const data = toProjectAnswer(await this.projects.named(changed));
    return { message: `Successfully updated project '${data.name}'`, data, metadata: {} };
  }

  @Operation('exportProject', ExportProjectAnswer)
  async exportProject(
    @Param('id') id: string,
    @QueryObject() { dialect }: ExportContentQuery,
  ): Promise<ExportProjectAnswer> {
    // What is stored is answered as it is; only its name and its components are known.
    const data = (await this.projects.export(id, dialect)) as unknown as ExportedProject;
    return { message: `Successfully exported project '${data.name}'`, data, metadata: {} };
  }

  @Operation('deleteProject')
  async deleteProject(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<void> {
    await this.projects.remove(id, principal);
  }
}
