import { ListOf, MapOf, Nested } from '../../../api/fields/structures.js';
import { Instant, OneOf, Text, Whole } from '../../../api/fields/values.js';
import { type ContentKindName, CONTENT_KIND_NAMES } from '../kinds/content-kinds.js';

/** A tag that documents have. */
export class TagCount {
  @Text()
  readonly name!: string;

  @Whole({ min: 1, note: 'Documents that have it' })
  readonly count!: number;

  @MapOf('whole', { note: 'The same by type of document' })
  readonly types!: Readonly<Record<string, number>>;
}

/** A part of the tags, by name. */
export class ListTagsAnswer {
  @ListOf(() => TagCount)
  readonly results!: readonly TagCount[];

  @Whole({ min: 0 })
  readonly total!: number;
}

/** A tag, whether documents have it or not. */
export class TagShown {
  @Text({ note: 'Follows from its name' })
  readonly _id!: string;

  @Text()
  readonly name!: string;

  @Text({ note: 'Empty for one of which nothing is said' })
  readonly description!: string;

  @Whole({ min: 0, note: 'Documents that have it' })
  readonly count!: number;

  @MapOf('whole', { note: 'The same by type of document' })
  readonly types!: Readonly<Record<string, number>>;

  @Instant({ nullable: true, note: 'null for one of which nothing is said' })
  readonly created!: string | null;

  @Text({ nullable: true })
  readonly createdBy!: string | null;
}

/** A document that has a tag. */
export class TagReference {
  @OneOf(CONTENT_KIND_NAMES)
  readonly type!: ContentKindName;

  @Text()
  readonly id!: string;

  @Text()
  readonly name!: string;
}

/** A tag with its documents. */
export class TagWithReferences extends TagShown {
  @ListOf(() => TagReference, { note: 'Not more than 1000 of each type' })
  readonly references!: readonly TagReference[];
}

/** The tag that is asked for. */
export class GetTagRequest {
  @Text({ min: 1, max: 128, note: '`_id` of the tag' })
  readonly id!: string;
}

/** A document. */
class ReferencedDocument {
  @Text({ min: 1, max: 512, note: 'Id of a document of any type' })
  readonly ref_id!: string;
}

/** The document whose tags are asked for. */
export class GetTagsByReferenceRequest {
  @Nested(() => ReferencedDocument)
  readonly data!: ReferencedDocument;
}

/** What is said of a tag. */
class NewTag {
  @Text({ min: 1, max: 256, pattern: /\S/ })
  readonly name!: string;

  @Text({ max: 1024, optional: true })
  readonly description?: string;
}

/** A tag to make. */
export class CreateTagRequest {
  @Nested(() => NewTag)
  readonly data!: NewTag;
}

/** The tag to delete. */
export class DeleteTagRequest {
  @Text({ min: 1, max: 128 })
  readonly _id!: string;
}
