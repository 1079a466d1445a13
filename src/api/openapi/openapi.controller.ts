import { Controller, Inject, Param, Req, Res, StreamableFile } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type FastifyReply } from 'fastify';
import { AppError, notFound } from '../../kernel/app-error.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { type Envelope } from '../../kernel/envelope.js';
import { type AccessRequest } from '../request/access-request.js';
import { CredentialReader } from '../access/credential-reader.js';
import { ConsoleService } from '../console/console.service.js';
import { RequestedEnvelope, type WantsBare } from '../http/requested-envelope.decorator.js';
import { Operation } from '../operation.decorator.js';
import { QueryObject } from '../query/query-object.decorator.js';
import { DOCS_ASSETS, DOCS_VERSION, docsHtml } from './docs-assets.js';
import { HelpOpenApiQuery } from './help-open-api.dto.js';
import { OpenApiDocument } from './openapi-document.js';

/** Own files only, and no markup out of texts; pictures that were answered are shown from memory. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; " +
  "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'";

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** The contract, as a document and as a page. */
@Controller()
export class OpenApiController {
  private readonly page: string;
  private readonly envelope: Envelope;

  constructor(
    private readonly document: OpenApiDocument,
    private readonly modules: ModuleRef,
    console: ConsoleService,
    @Inject(CONFIG) { openIdConnect, server }: Config,
  ) {
    this.envelope = server.responseEnvelope;
    const { issuer } = openIdConnect;
    this.page = docsHtml({ openId: issuer !== undefined, console: console.isThere() });
  }

  @Operation('openApi')
  async openApi(
    @RequestedEnvelope() wantsBare: WantsBare,
    @Req() request: AccessRequest,
  ): Promise<OpenAPIObject> {
    await this.lookAtCaller(request);
    return wantsBare(this.envelope) ? this.document.getBare() : this.document.get();
  }

  @Operation('helpOpenApi')
  async helpOpenApi(
    @QueryObject() { url }: HelpOpenApiQuery,
    @RequestedEnvelope() wantsBare: WantsBare,
    @Req() request: AccessRequest,
  ): Promise<OpenAPIObject> {
    const document = await this.openApi(wantsBare, request);
    return url === undefined ? document : { ...document, servers: [{ url }] };
  }

  /** The document needs no credential, but has the form of the answers that this caller gets. */
  private async lookAtCaller(request: AccessRequest): Promise<void> {
    try {
      // Bound by the composition root, as the guards are.
      const reader = this.modules.get(CredentialReader, { strict: false });
      const credential = await reader.read(request);
      if (credential) request.authenticated = await reader.verify(credential, request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  @Operation('docs')
  docs(@Res({ passthrough: true }) reply: FastifyReply): string {
    reply.header('content-security-policy', DOCS_POLICY).type('text/html; charset=utf-8');
    return this.page;
  }

  /** During an upgrade a page of one release may ask a node of another: it is served, but not kept. */
  @Operation('docsAsset')
  docsAsset(
    @Param() path: { readonly version: string; readonly asset: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): StreamableFile {
    const asset = DOCS_ASSETS.get(path.asset);
    if (!asset) throw notFound('Asset', path.asset);
    if (path.version === DOCS_VERSION) reply.header('cache-control', FOR_GOOD);
    return new StreamableFile(asset.bytes, { type: asset.type });
  }
}
