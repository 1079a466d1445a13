import { Body, Controller, Param } from '@nestjs/common';
import { Operation } from '../../api/operation.decorator.js';
import { ListOptions } from '../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../api/lists/list-request.js';
import { pageOf } from '../../api/lists/page-of.js';
import { ExpectedRevision } from '../../api/revision/expected-revision.decorator.js';
import { revisioned } from '../../api/revision/revisioned.js';
import { profileSchema } from './document/profile-schema.js';
import { ProfileRecordsService, type WrittenProfile } from './profile-records.service.js';
import { ProfileViewsService } from './profile-views.service.js';
import {
  ActivatedProfileAnswer,
  CreateProfileRequest,
  EffectiveProfileAnswer,
  ImportProfileRequest,
  ListProfilesAnswer,
  ProfileSchemaAnswer,
  ShownProfile,
  UpdateProfileRequest,
  WrittenProfileAnswer,
} from './profiles.dto.js';
import { PROFILE_LIST } from './profile-list.js';
import { importedProfile, sentProfile } from './sent-profile.js';
import { toActivated, toShown, toWritten } from './to-profile.js';

/** Profiles: the documents that configure the platform, and the schema that they follow. */
@Controller()
export class ProfilesController {
  constructor(
    private readonly records: ProfileRecordsService,
    private readonly views: ProfileViewsService,
  ) {}

  @Operation('getProfileSchema', ProfileSchemaAnswer)
  getProfileSchema(): ProfileSchemaAnswer {
    return { schema: profileSchema() };
  }

  @Operation('listProfiles', ListProfilesAnswer)
  async listProfiles(@ListOptions(PROFILE_LIST) list: ListRequest): Promise<ListProfilesAnswer> {
    const { items, total } = await pageOf(list, (part) => this.views.list(part), toShown);
    return { results: items, total };
  }

  @Operation('getProfile', ShownProfile)
  async getProfile(@Param('id') id: string): Promise<ShownProfile> {
    const record = await this.records.get(id);
    return revisioned(record.revision, toShown(await this.views.show(record)));
  }

  @Operation('createProfile', WrittenProfileAnswer)
  async createProfile(@Body() { properties }: CreateProfileRequest): Promise<WrittenProfileAnswer> {
    return this.written('created', this.records.create(sentProfile(properties)));
  }

  @Operation('importProfile', WrittenProfileAnswer)
  async importProfile(@Body() body: ImportProfileRequest): Promise<WrittenProfileAnswer> {
    const { overwrite = false } = body.options ?? {};
    return this.written('imported', this.records.import(importedProfile(body), overwrite));
  }

  @Operation('updateProfile', WrittenProfileAnswer)
  async updateProfile(
    @Param('id') id: string,
    @Body() { properties }: UpdateProfileRequest,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<WrittenProfileAnswer> {
    return this.written('updated', this.records.update(id, sentProfile(properties), expected));
  }

  @Operation('deleteProfile')
  async deleteProfile(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<void> {
    await this.records.remove(id, expected);
  }

  @Operation('activateProfile', ActivatedProfileAnswer)
  async activateProfile(
    @Param('id') id: string,
    @ExpectedRevision() expected: number | undefined,
  ): Promise<ActivatedProfileAnswer> {
    const done = await this.records.activate(id, expected);
    const answer = toActivated('activated', done, await this.views.show(done.record));
    return revisioned(done.record.revision, answer);
  }

  @Operation('exportProfile', ShownProfile)
  async exportProfile(@Param('id') id: string): Promise<ShownProfile> {
    return toShown(await this.views.show(await this.records.get(id)));
  }

  @Operation('getEffectiveProfile', EffectiveProfileAnswer)
  async getEffectiveProfile(@Param('id') id: string): Promise<EffectiveProfileAnswer> {
    const record = await this.records.get(id);
    const { metadata } = await this.views.show(record);
    const settings = this.views.effective(record);
    return { id: record.name, isActive: metadata.isActive, settings };
  }

  private async written(
    what: string,
    work: Promise<WrittenProfile>,
  ): Promise<WrittenProfileAnswer> {
    const done = await work;
    const view = await this.views.show(done.record);
    return revisioned(done.record.revision, toWritten(what, done, view));
  }
}
