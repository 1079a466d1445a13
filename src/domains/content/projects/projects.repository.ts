import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, trusted } from 'mongoose';
import { conflict } from '../../../kernel/app-error.js';
import { foldText } from '../../../kernel/folded-text.js';
import { type Page } from '../../../kernel/page.js';
import { isDuplicateKey } from '../../../platform/database/mongo-failures.js';
import { findPage, sortBy } from '../../../platform/database/lists/find-page.js';
import { type StoredList } from '../../../platform/database/lists/stored-filter.js';
import { PROJECT_MODEL } from './project.schema.js';
import { type ProjectSummary, type StoredProject } from './project.js';

/** Projects, by name. */
@Injectable()
export class ProjectsRepository {
  constructor(@InjectModel(PROJECT_MODEL) private readonly projects: Model<StoredProject>) {}

  async list({ filter, order, ...part }: StoredList): Promise<Page<ProjectSummary>> {
    const by = { sort: sortBy(['nameFolded', '_id'], order), hint: 'list' };
    return findPage(this.projects, filter, part, { ...by, members: { head: 0, body: 0 } });
  }

  /** A project by its id, else by its name. */
  async find(idOrName: string): Promise<StoredProject | null> {
    const byId = await this.projects.findById(idOrName).lean<StoredProject>();
    return byId ?? this.findNamed(idOrName);
  }

  async findNamed(name: string): Promise<StoredProject | null> {
    return this.projects.findOne({ nameFolded: foldText(name) }).lean<StoredProject>();
  }

  async isTaken(_id: string): Promise<boolean> {
    return (await this.projects.exists({ _id })) !== null;
  }

  /** @throws AppError `conflict`, code `name-taken`. */
  async insert(project: StoredProject): Promise<void> {
    try {
      await this.projects.create(project);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`Project '${project.name}' already exists`, 'name-taken');
    }
  }

  async writeBody(_id: string, body: StoredProject['body'], componentCount: number): Promise<void> {
    await this.projects.updateOne({ _id }, { $set: { body, componentCount } });
  }

  /**
   * @returns false where somebody has changed it since it was read.
   * @throws AppError `conflict`, code `name-taken`.
   */
  async writeHead(
    { _id, head: read }: Pick<StoredProject, '_id' | 'head'>,
    head: Pick<StoredProject, 'name' | 'nameFolded' | 'description' | 'head'>,
  ): Promise<boolean> {
    try {
      const asRead = { _id, head: trusted({ $eq: read }) };
      return (await this.projects.updateOne(asRead, { $set: head })).matchedCount > 0;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw conflict(`Project '${head.name}' already exists`, 'name-taken');
    }
  }

  async remove(_id: string): Promise<void> {
    await this.projects.deleteOne({ _id });
  }
}
