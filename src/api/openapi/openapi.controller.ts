import { Controller, Inject, Param, Res, StreamableFile } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { notFound } from '../../kernel/app-error.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { Operation } from '../operation.decorator.js';
import { DOCS_ASSETS } from './docs-assets.js';
import { docsHtml } from './docs-page.js';
import { OpenApiDocument } from './openapi-document.js';

/** Own files only; Swagger UI writes style attributes and shows images as data URLs. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The contract, as a document and as a page. */
@Controller()
export class OpenApiController {
  private readonly page: string;

  constructor(
    private readonly document: OpenApiDocument,
    @Inject(CONFIG) { openIdConnect }: Config,
  ) {
    this.page = docsHtml(openIdConnect.issuer !== undefined);
  }

  @Operation('openApi')
  openApi(): Promise<OpenAPIObject> {
    return this.document.get();
  }

  @Operation('docs')
  docs(@Res({ passthrough: true }) reply: FastifyReply): string {
    reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8');
    return this.page;
  }

  @Operation('docsAsset')
  docsAsset(@Param('asset') name: string): StreamableFile {
    const asset = DOCS_ASSETS.get(name);
    if (!asset) throw notFound('Asset', name);
    return new StreamableFile(asset.open(), { type: asset.type });
  }
}
