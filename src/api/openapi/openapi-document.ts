import { Inject, type INestApplication, Injectable } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { invariant } from '../../kernel/invariant.js';
import { type Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { bareForm } from './bare-form.js';
import { buildOpenApi } from './openapi.js';

/** The OpenAPI document of the running application, built when it is first asked for. */
@Injectable()
export class OpenApiDocument {
  private app: INestApplication | undefined;
  private document: Promise<OpenAPIObject> | undefined;
  private bare: OpenAPIObject | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Names the application whose routes the document describes; done once, before it listens. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** The contract with named envelopes. */
  get(): Promise<OpenAPIObject> {
    invariant(this.app, 'describe() is called before the first request');
    this.document ??= buildOpenApi(this.app, this.config.server);
    return this.document;
  }

  /** The contract as it is for callers who get bare values (ADR 0030). */
  async getBare(): Promise<OpenAPIObject> {
    this.bare ??= bareForm(await this.get());
    return this.bare;
  }
}
