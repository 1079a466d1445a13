import { Inject, Injectable } from '@nestjs/common';
import { AppError, notFound } from '../../kernel/app-error.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { type Config } from '../../platform/config/config.js';
import { type ConsoleFiles, encodingFor, readConsole } from './console-files.js';

/** A file as it is sent. */
export interface PackedFile {
  readonly type: string;
  /** That it is packed, and what that depends on. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** The web console as the platform serves it: its page is the same at every address of it. */
@Injectable()
export class ConsoleService {
  private readonly files: ConsoleFiles | undefined;
  private readonly isOn: boolean;
  private readonly html: string | undefined;

  constructor(@Inject(CONFIG) { openIdConnect, server }: Config) {
    this.isOn = server.console === 'on';
    this.files = this.isOn ? readConsole() : undefined;
    const offers = openIdConnect.issuer === undefined ? 'no' : 'yes';
    this.html = this.files?.page.replace('{{openid}}', offers);
  }

  isThere(): boolean {
    return this.html !== undefined;
  }

  /** @throws AppError `not-found` where the console is switched off or not built. */
  page(): string {
    if (this.html !== undefined) return this.html;
    throw new AppError(
      'not-found',
      this.isOn
        ? 'The console is not built here: `npm start` builds it'
        : 'The console is switched off by CONSOLE=off',
    );
  }

  /** A file in the smallest form that a browser with this `Accept-Encoding` reads. @throws AppError `not-found` */
  asset(name: string, accepted: string): PackedFile {
    const asset = this.files?.assets.get(name);
    if (asset === undefined) throw notFound('Asset', name);
    const encoding = encodingFor(accepted);
    const packed = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    const headers = { vary: 'accept-encoding', ...packed };
    return { type: asset.type, headers, bytes: asset.bytes[encoding] };
  }
}
