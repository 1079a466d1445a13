import {
  getDevice,
  listConfigurationParsers,
  putDevice,
  type PutDeviceRequest,
} from '../../../client/src/client.js';
import { type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { client, isProblem } from '../api.js';
import { type Field, FieldFaults, type Values } from '../parts/form-fields.js';
import { FormButton } from '../parts/operation-buttons.js';
import { written } from '../parts/plain-text.js';
import { pathOf } from '../navigation.js';
import { useRefusal } from '../permissions.js';
import { useRead } from '../use-read.js';
import * as common from '../texts/common.js';
import * as texts from '../texts/devices.js';

const SSH_PORT = 22;
const SIGN_IN = { password: common.password, key: texts.privateKey } as const;
const HOST_KEYS = { 'first-use': texts.firstKey, pinned: texts.knownKey } as const;

/** Adds a device, and leads to its page. */
export function AddDevice(): ReactNode {
  const [, go] = useLocation();
  const types = useRead('listConfigurationParsers', [], (signal) =>
    listConfigurationParsers({ client, signal }),
  );
  const names = types.query.data?.list.map(({ name }) => name);
  return (
    <FormButton
      operation="putDevice"
      verb={texts.addDevice}
      kind="primary"
      hotkey="n"
      // It is looked whether there is one of this name, which would be replaced.
      unable={useRefusal('getDevice')}
      fields={(typed) => fieldsFor(names, typed)}
      send={async ({ name, ...values }) => {
        const path = { name: String(name) };
        await assertNew(path.name);
        await putDevice({ client, path, body: deviceOf(values) });
        go(pathOf('devices', path.name));
      }}
      done={texts.deviceIsAdded}
    />
  );
}

/** The fields of a new device: those of what it is signed in to with, and known by, that is chosen. */
function fieldsFor(types: readonly string[] | undefined, typed: Values = {}): readonly Field[] {
  const { signIn = 'password', mode = 'first-use' } = typed;
  return [
    { name: 'name', label: common.name, kind: 'text', isRequired: true },
    {
      name: 'type',
      label: common.type,
      kind: types ? 'choice' : 'text',
      isRequired: true,
      choices: types,
    },
    { name: 'host', label: common.host, kind: 'text', isRequired: true, help: texts.hostHelp },
    { name: 'port', label: texts.port, kind: 'number', isRequired: true, initial: SSH_PORT },
    { name: 'username', label: common.userName, kind: 'text', isRequired: true },
    choiceField('signIn', texts.signsInBy, SIGN_IN),
    ...(signIn === 'key' ? KEY_FIELDS : [PASSWORD_FIELD]),
    {
      name: 'enablePassword',
      label: texts.enablePassword,
      kind: 'password',
      help: texts.enablePasswordHelp,
      autoComplete: 'new-password',
    },
    choiceField('mode', texts.hostKey, HOST_KEYS),
    ...(mode === 'pinned' ? [FINGERPRINT_FIELD] : []),
  ];
}

function choiceField(name: string, label: string, labels: Readonly<Record<string, string>>): Field {
  const choices = Object.keys(labels);
  return { name, label, kind: 'choice', isRequired: true, choices, labels, initial: choices[0] };
}

const PASSWORD_FIELD: Field = {
  name: 'password',
  label: common.password,
  kind: 'password',
  isRequired: true,
  help: texts.secretHelp,
  // Not the one by which somebody signs in to the platform.
  autoComplete: 'new-password',
};
const KEY_FIELDS: readonly Field[] = [
  {
    name: 'privateKey',
    label: texts.privateKey,
    kind: 'lines',
    isRequired: true,
    help: texts.privateKeyHelp,
  },
  {
    name: 'passphrase',
    label: texts.passphrase,
    kind: 'password',
    autoComplete: 'new-password',
  },
];
const FINGERPRINT_FIELD: Field = {
  name: 'pinned',
  label: texts.fingerprint,
  kind: 'text',
  isRequired: true,
  help: texts.fingerprintHelp,
};

function deviceOf({ signIn: _, mode, pinned, ...settings }: Values): PutDeviceRequest {
  const hostKey = {
    mode: mode === 'pinned' ? mode : 'first-use',
    ...(typeof pinned === 'string' && { pinned }),
  } as const;
  return { ...settings, hostKey };
}

/** @throws FieldFaults where there is a device of this name: the operation would put the new one in its place. */
async function assertNew(name: string): Promise<void> {
  try {
    await getDevice({ client, path: { name } });
  } catch (error) {
    if (isProblem(error, 404)) return;
    throw error;
  }
  const sentence = texts.deviceExists(written(name));
  throw new FieldFaults(sentence, new Map([['name', sentence]]));
}
