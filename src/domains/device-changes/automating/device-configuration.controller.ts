import { Body, Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { DEVICE_TYPE_NAMES } from '../../../connectors/devices/types/device-types.js';
import { invalidInput } from '../../../kernel/app-error.js';
import { type Principal } from '../../../kernel/principal.js';
import { DeviceAutomationService, type WorkBounds } from './device-automation.service.js';
import {
  ApplyConfigurationAnswer,
  ApplyConfigurationRequest,
  ConfigurationParsersAnswer,
  DeviceAliveAnswer,
  DeviceConfigurationAnswer,
} from './device-configuration.dto.js';

/** A session beyond this is given up: somebody waits for the answer. */
const SESSION_MS = 120_000;
const FORMATS: ReadonlySet<string> = new Set(['native', 'text']);

const OTHER_DEVICE = {
  pointer: '#/config/device',
  detail: 'must be the name in the path',
} as const;
const COMMENT = 'Applied by a client';

/** Configurations of devices, read and pushed at once, as existing clients do. */
@Controller()
export class DeviceConfigurationController {
  constructor(private readonly automation: DeviceAutomationService) {}

  @Operation('listConfigurationParsers', ConfigurationParsersAnswer)
  listConfigurationParsers(): ConfigurationParsersAnswer {
    const list = DEVICE_TYPE_NAMES.map((name) => ({ id: name, name, template: '', lexRules: [] }));
    return { list, total: list.length };
  }

  @Operation('getDeviceConfiguration', DeviceConfigurationAnswer)
  async getDeviceConfiguration(
    @Param('name') device: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceConfigurationAnswer> {
    const config = await this.automation.configuration(device, principal, bounds());
    return { device, format: 'native', config };
  }

  @Operation('getDeviceConfigurationIn', DeviceConfigurationAnswer)
  async getDeviceConfigurationIn(
    @Param('name') device: string,
    @Param('format') format: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceConfigurationAnswer> {
    if (FORMATS.has(format)) return this.getDeviceConfiguration(device, principal);
    throw invalidInput([{ pointer: '#/format', detail: 'must be native or text' }]);
  }

  @Operation('isDeviceAlive', DeviceAliveAnswer)
  async isDeviceAlive(
    @Param('name') device: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<DeviceAliveAnswer> {
    return this.automation.isAlive(device, principal, bounds());
  }

  @Operation('applyDeviceConfiguration', ApplyConfigurationAnswer)
  async applyDeviceConfiguration(
    @Param('name') device: string,
    @Body() { config: { device: meant = device, config } }: ApplyConfigurationRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<ApplyConfigurationAnswer> {
    if (meant !== device) throw invalidInput([OTHER_DEVICE]);
    const lines = config.split(/\r?\n/);
    return applied(device, await this.automation.configure(device, lines, principal, COMMENT));
  }
}

/** The time alone ends it, which is a failure of its own; a signal would be none. */
function bounds(): WorkBounds {
  return { signal: new AbortController().signal, deadlineMs: SESSION_MS };
}

function applied(device: string, diff: string): ApplyConfigurationAnswer {
  const did = diff === '' ? 'Nothing was to be changed on' : 'Successfully changed';
  return { status: 'OK', message: `${did} device '${device}'.`, device, diff };
}
