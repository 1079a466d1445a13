import { Controller, Param } from '@nestjs/common';
import { type Principal } from '../../kernel/principal.js';
import { CurrentPrincipal } from '../access/current-principal.decorator.js';
import { Operation } from '../operation.decorator.js';
import { ListOptions } from '../lists/list-options.decorator.js';
import { type ListRequest } from '../lists/list-request.js';
import { pageOfAll } from '../lists/page-of.js';
import {
  ApplicationAnswer,
  ApplicationHealth,
  ListApplicationHealthAnswer,
  ListApplicationsAnswer,
} from './applications.dto.js';
import { APPLICATION_HEALTH_LIST, APPLICATION_LIST } from './application-lists.js';
import { ApplicationsService } from './applications.service.js';
import { toApplication, toApplicationHealth } from './to-application.js';

/** The applications of the platform, and the switch of each. */
@Controller()
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Operation('listApplications', ListApplicationsAnswer)
  async listApplications(
    @ListOptions(APPLICATION_LIST) list: ListRequest,
  ): Promise<ListApplicationsAnswer> {
    const { items, total } = pageOfAll(list, (await this.applications.all()).map(toApplication));
    return { results: items, total };
  }

  @Operation('getApplication', ApplicationAnswer)
  async getApplication(@Param('name') name: string): Promise<ApplicationAnswer> {
    return toApplication(await this.applications.get(name));
  }

  @Operation('listApplicationHealth', ListApplicationHealthAnswer)
  async listApplicationHealth(
    @ListOptions(APPLICATION_HEALTH_LIST) list: ListRequest,
  ): Promise<ListApplicationHealthAnswer> {
    const shared = this.applications.shared();
    const all = (await this.applications.all()).map((one) => toApplicationHealth(one, shared));
    const { items, total } = pageOfAll(list, all);
    return { results: items, total };
  }

  @Operation('getApplicationHealth', ApplicationHealth)
  async getApplicationHealth(@Param('name') name: string): Promise<ApplicationHealth> {
    const { applications } = this;
    return toApplicationHealth(await applications.get(name), applications.shared());
  }

  @Operation('startApplication')
  async startApplication(
    @Param('name') name: string,
    @CurrentPrincipal() { username }: Principal,
  ): Promise<void> {
    await this.applications.put(name, false, username);
  }

  @Operation('stopApplication')
  async stopApplication(
    @Param('name') name: string,
    @CurrentPrincipal() { username }: Principal,
  ): Promise<void> {
    await this.applications.put(name, true, username);
  }

  @Operation('restartApplication')
  async restartApplication(
    @Param('name') name: string,
    @CurrentPrincipal() { username }: Principal,
  ): Promise<void> {
    await this.applications.put(name, false, username);
  }
}
