import { Body, Controller } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { ListOptions } from '../../../api/lists/list-options.decorator.js';
import { type ListRequest } from '../../../api/lists/list-request.js';
import { pageOfAll } from '../../../api/lists/page-of.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { type Tag, tagId } from './tag.js';
import { ALL_TAGS_LIST, TAG_LIST } from './tag-lists.js';
import { TagUsesService } from './tag-uses.service.js';
import {
  CreateTagRequest,
  DeleteTagRequest,
  GetTagRequest,
  GetTagsByReferenceRequest,
  ListTagsAnswer,
  TagShown,
  TagWithReferences,
} from './tags.dto.js';
import { TagsService } from './tags.service.js';

/** Tags of documents. */
@Controller()
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly uses: TagUsesService,
  ) {}

  @Operation('listTags', ListTagsAnswer)
  async listTags(@ListOptions(TAG_LIST) list: ListRequest): Promise<ListTagsAnswer> {
    const { items, total } = pageOfAll(list, await this.uses.all());
    return { results: items, total };
  }

  @Operation('listAllTags', [TagShown])
  async listAllTags(@ListOptions(ALL_TAGS_LIST) list: ListRequest): Promise<readonly TagShown[]> {
    return pageOfAll(list, (await this.tags.all()).map(toTag)).items;
  }

  @Operation('getTag', TagWithReferences)
  async getTag(@Body() { id }: GetTagRequest): Promise<TagWithReferences> {
    const found = await this.tags.get(id);
    return Object.assign(toTag(found), { references: found.references });
  }

  @Operation('getTagsByReference', [TagShown])
  async getTagsByReference(
    @Body() { data }: GetTagsByReferenceRequest,
  ): Promise<readonly TagShown[]> {
    return (await this.tags.ofDocument(data.ref_id)).map(toTag);
  }

  @Operation('createTag', TagShown)
  async createTag(
    @Body() { data: { name, description = '' } }: CreateTagRequest,
    @CurrentPrincipal() by: Principal,
  ): Promise<TagShown> {
    return toTag(await this.tags.create(name, description, by));
  }

  @Operation('deleteTag')
  async deleteTag(@Body() { _id }: DeleteTagRequest): Promise<void> {
    await this.tags.remove(_id);
  }
}

function toTag({ name, count, types, record }: Tag): TagShown {
  const { description = '', createdBy = null } = record ?? {};
  const created = record?.created.toISOString() ?? null;
  return { _id: tagId(name), name, description, count, types, created, createdBy };
}
