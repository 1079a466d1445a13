import { getDevice, takeBackups, type DeviceAnswer } from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { client, isProblem } from '../api.js';
import { useAction } from '../use-action.js';
import { REFRESH_MS } from '../refresh-interval.js';
import { useHotkeys } from '../parts/keys.js';
import { DialogButton } from '../parts/operation-buttons.js';
import { Page } from '../parts/page.js';
import { written } from '../parts/plain-text.js';
import { Failure, Loaded } from '../parts/state.js';
import { When } from '../parts/time.js';
import { useRead } from '../use-read.js';
import { Action, useRefusal } from '../permissions.js';
import { ChangeDialog } from './device-change.js';
import { Versions } from './device-versions.js';
import { DeviceState } from './devices.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/devices.js';

/** One device: how it is, the versions of its configuration, and changing it. */
export function Device({ name }: { readonly name: string }): ReactNode {
  const reading = useRead(
    'getDevice',
    [name],
    (signal) => getDevice({ client, signal, path: { name } }),
    { everyMs: REFRESH_MS },
  );
  return (
    <>
      <Loaded of={reading}>{(device) => <LoadedDevice device={device} />}</Loaded>
      {/* Versions outlive their device. */}
      <Versions name={name} hasNoDevice={isProblem(reading.query.error, 404)} />
    </>
  );
}

function LoadedDevice({ device }: { readonly device: DeviceAnswer }): ReactNode {
  const { name, lastError, lock } = device;
  const action = useAction();
  const refusal = useRefusal('takeBackups');
  const backUp = (): void =>
    void action.run(() => takeBackups({ client, body: { devices: [name] } }), texts.backupHasBegun);
  useHotkeys([
    { keys: 'b', what: texts.backItUpNow, act: () => refusal === undefined && backUp() },
  ]);
  return (
    <Page
      title={name}
      note={
        <>
          <DeviceState device={device} />
          <span>{written(device['device-type'] || device.type)}</span>
          <span>
            {written(device.host)}:{device.port}
          </span>
          <span>
            {texts.lastSuccess} <When at={device.lastSuccess} />
          </span>
          {lock !== null && <span>{texts.isLocked}</span>}
        </>
      }
      actions={
        <>
          <Action operation="takeBackups" hotkey="b" isBusy={action.isBusy} onAct={backUp}>
            {texts.backUpNow}
          </Action>
          <DialogButton operation="changeDevice" verb={common.change} hotkey="c">
            {(onClose) => <ChangeDialog name={name} onClose={onClose} />}
          </DialogButton>
        </>
      }
    >
      {action.error !== undefined && <Failure error={action.error} />}
      {lastError !== null && (
        <div className="fault" role="alert">
          <p>{written(lastError.detail)}</p>
          <p>
            <When at={lastError.at} />
          </p>
        </div>
      )}
    </Page>
  );
}
