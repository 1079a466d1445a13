import { Injectable } from '@nestjs/common';
import { type DeviceTarget } from '../../../connectors/devices/device-target.js';
import { notFound } from '../../../kernel/app-error.js';
import { assertMayRead, assertMayWrite, type GuardedObject } from '../../../kernel/gbac.js';
import { type Page } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { Secret } from '../../../kernel/secret.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type Device, type HostKeyRule, type JumpHost, type LoginSecrets } from './device.js';
import { type DeviceList } from './device-list.js';
import { DevicesRepository } from './devices.repository.js';

/** Finds devices for everybody who asks for one: by gbac where somebody asks, without where the platform does. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly secrets: SecretBox,
  ) {}

  async list(query: DeviceList, principal: Principal): Promise<Page<Device>> {
    return this.devices.list(query, principal);
  }

  /** @throws AppError `not-found` where the caller may not see it. */
  async get(name: string, principal: Principal): Promise<Device> {
    const found = await this.found(name);
    assertMayRead(principal, guardedDevice(found, name));
    return found;
  }

  /** @throws AppError `not-found` where the caller may not see it, `forbidden` where not change it. */
  async writable(name: string, principal: Principal): Promise<Device> {
    const found = await this.found(name);
    assertMayWrite(principal, guardedDevice(found, name));
    return found;
  }

  /** A device by its id, else by its name, for the platform itself. */
  async find(idOrName: string): Promise<Device | null> {
    return (await this.devices.findById(idOrName)) ?? this.devices.findByName(idOrName);
  }

  /** A device by its id, for the platform itself. */
  async findById(id: string): Promise<Device | null> {
    return this.devices.findById(id);
  }

  /**
   * Where the device is, with credentials that can be used.
   * @throws AppError `conflict`, code `secret-unreadable`, when no key of ours opens one of them.
   */
  target(device: Device): Promise<DeviceTarget> {
    const { host, port, type, legacyAlgorithms, enablePassword, jump } = device;
    return Promise.resolve({
      host,
      port,
      type,
      legacyAlgorithms,
      ...this.login(device),
      ...this.opened('enablePassword', enablePassword),
      ...(jump && { jump: { host: jump.host, port: jump.port, ...this.login(jump) } }),
    });
  }

  private login(from: Device | JumpHost): {
    readonly username: string;
    readonly hostKey: { readonly mode: HostKeyRule['mode']; readonly pinned?: string };
  } & Partial<Record<keyof LoginSecrets, Secret>> {
    const { username, hostKey } = from;
    const { mode, pinned } = hostKey;
    return {
      username,
      hostKey: { mode, ...(pinned !== null && { pinned }) },
      ...this.opened('password', from.password),
      ...this.opened('privateKey', from.privateKey),
      ...this.opened('passphrase', from.passphrase),
    };
  }

  private opened<K extends string>(key: K, sealed: string): Partial<Record<K, Secret>> {
    if (sealed === '') return {};
    // One key, whose name the type says.
    return { [key]: new Secret(this.secrets.unseal(sealed)) } as Record<K, Secret>;
  }

  private async found(name: string): Promise<Device> {
    const found = await this.devices.findByName(name);
    if (!found) throw notFound('Device', name);
    return found;
  }
}

/** A refusal names it as the caller did: the name of one that may not be seen is told to nobody. */
export function guardedDevice({ gbac }: Pick<Device, 'gbac'>, name: string): GuardedObject {
  return { what: 'Device', name, application: 'ConfigurationManager', gbac };
}
