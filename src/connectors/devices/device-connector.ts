import { AppError } from '../../kernel/app-error.js';
import { type DeviceSession } from './device-session.js';
import { type DeviceTarget, type SessionOptions } from './device-target.js';

/** The way to devices over SSH. */
export class DeviceConnector {
  /**
   * Connects, signs in and finds the prompt.
   * @throws AppError `upstream-failed` or `upstream-timeout`, codes `device-unreachable`,
   * `device-authentication-failed`, `host-key-changed`, `device-dialog-failed`, `forbidden-target`.
   */
  open(target: DeviceTarget, _options: SessionOptions = {}): Promise<DeviceSession> {
    return Promise.reject(
      new AppError('upstream-failed', `${target.host} cannot be reached`, {
        code: 'device-unreachable',
      }),
    );
  }
}
