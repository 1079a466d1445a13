import { Inject, type INestApplication, Injectable } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { invariant } from '../../kernel/invariant.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { bareForm } from './bare-form.js';
import { DocumentFile } from './document-file.js';
import { buildOpenApi } from './openapi.js';

/**
 * The OpenAPI document of the running application. Building it takes a fifth of a start's CPU time, so a
 * build of the platform keeps it in a file from one start to the next.
 */
@Injectable()
export class OpenApiDocument {
  private readonly file: DocumentFile;
  private app: INestApplication | undefined;
  private document: Promise<OpenAPIObject> | undefined;
  private bare: OpenAPIObject | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.file = new DocumentFile(config.server);
  }

  /** Names the application whose routes the document describes; done once, before it listens. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Builds the document unless it is kept: later no request would be answered meanwhile. */
  async prepare(): Promise<void> {
    if (!this.file.exists()) await this.get();
  }

  /** The contract with named envelopes. */
  get(): Promise<OpenAPIObject> {
    this.document ??= this.readOrBuild();
    return this.document;
  }

  /** The contract as it is for callers who get bare values (ADR 0030). */
  async getBare(): Promise<OpenAPIObject> {
    this.bare ??= bareForm(await this.get());
    return this.bare;
  }

  private async readOrBuild(): Promise<OpenAPIObject> {
    const kept = await this.file.read();
    if (kept) return kept;
    invariant(this.app, 'describe() is called before the first request');
    const document = await buildOpenApi(this.app, this.config.server);
    await this.file.write(document);
    return document;
  }
}
