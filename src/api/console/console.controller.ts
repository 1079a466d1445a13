import { Controller, Headers, Param, Res, StreamableFile } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { AppError } from '../../kernel/app-error.js';
import { Operation } from '../operation.decorator.js';
import { ConsoleService } from './console.service.js';

/** Own files only, and no markup out of texts; pictures of jobs come from the API. */
const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "require-trusted-types-for 'script'";

/** Names of the files change with what is in them. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** The web console: one page, which shows the screen that its address names. */
@Controller()
export class ConsoleController {
  constructor(private readonly console: ConsoleService) {}

  @Operation('home')
  home(@Headers('accept') accept = '', @Res() reply: FastifyReply): void {
    if (!accept.includes('text/html')) {
      throw new AppError('not-found', 'Nothing is served here: the documentation is at /docs');
    }
    reply.redirect(this.console.isThere() ? '/console' : '/docs', 302);
  }

  @Operation('console')
  open(@Res({ passthrough: true }) reply: FastifyReply): string {
    const page = this.console.page();
    reply.header('content-security-policy', CONSOLE_POLICY).type('text/html; charset=utf-8');
    return page;
  }

  @Operation('consoleScreen')
  screen(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.open(reply);
  }

  @Operation('consoleObject')
  object(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.open(reply);
  }

  @Operation('consoleAsset')
  asset(
    @Param() path: { readonly asset: string },
    @Headers('accept-encoding') accepted = '',
    @Res({ passthrough: true }) reply: FastifyReply,
  ): StreamableFile {
    const { type, headers, bytes } = this.console.asset(path.asset, accepted);
    reply.headers({ 'cache-control': FOR_GOOD, ...headers });
    return new StreamableFile(bytes, { type });
  }
}
