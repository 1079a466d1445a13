import { Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error.js';
import { AS_PLATFORM } from '../../adapters/access/adapter-access.js';
import { AdapterCallerService } from '../../adapters/calls/adapter-caller.service.js';
import { type AdapterPlace } from '#domains/devices/inventory/device.js';

const JSON_TYPE = 'application/yang-data+json';
const XML_TYPE = 'application/yang-data+xml';
const NOT_FOUND = 404;

/** A configuration as it was read. */
export interface ReadConfiguration {
  readonly rawConfig: string;
  readonly xmlConfig?: string;
}

/** Reads configurations of devices that an orchestrator knows. */
@Injectable()
export class AdapterReadingService {
  constructor(private readonly adapters: AdapterCallerService) {}

  /**
   * The configuration as JSON, and as XML where the orchestrator has that too; both as they came.
   * @throws AppError as `AdapterCallerService.call` does; `upstream-failed`, codes `device-unknown-to-adapter` and
   *   `adapter-refused`.
   */
  async read(
    place: AdapterPlace,
    bounds: { readonly signal: AbortSignal; readonly deadlineMs: number },
  ): Promise<ReadConfiguration> {
    const rawConfig = await this.text(place, JSON_TYPE, bounds);
    if (rawConfig === undefined)
      throw new AppError(
        'upstream-failed',
        `The adapter ${place.name} has no configuration of the device`,
        { code: 'device-unknown-to-adapter' },
      );
    const xmlConfig = await this.text(place, XML_TYPE, bounds).catch((error: unknown) => {
      // Not every orchestrator speaks XML; what it said in JSON is kept all the same.
      if (error instanceof AppError && !bounds.signal.aborted) return undefined;
      throw error;
    });
    return { rawConfig, ...(xmlConfig !== undefined && { xmlConfig }) };
  }

  /** Undefined where there is none. */
  private async text(
    { name, device }: AdapterPlace,
    accept: string,
    bounds: { readonly signal: AbortSignal; readonly deadlineMs: number },
  ): Promise<string | undefined> {
    const path = `/restconf/data/tailf-ncs:devices/device=${keyOf(device)}/config`;
    // Whoever gave the device its adapter was judged then (`DeviceAdaptersService`).
    const call = { method: 'GET', path, accept, ...bounds };
    const answer = await this.adapters.call(AS_PLATFORM, name, call);
    const { status, body } = answer;
    if (status === NOT_FOUND || (status < 300 && body.length === 0)) return undefined;
    if (status < 300) return body.toString('utf8');
    throw new AppError('upstream-failed', `The adapter ${name} answered ${status}`, {
      code: 'adapter-refused',
    });
  }
}

/** The key of a list entry in a path: no character of it is one of the path (RFC 8040, 3.5.3). */
function keyOf(device: string): string {
  return encodeURIComponent(device).replace(
    /[!'()*.]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
