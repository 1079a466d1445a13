import { AppError, invalidInput } from '../../../kernel/app-error.js';
import { type AdapterAuth } from './adapter.js';
import { type AdapterFields } from './adapter-fields.dto.js';
import { type CreateAdapterRequest } from './adapters.dto.js';
import { type ClientAdapter, type ClientAdapterSettings } from './client-adapter.dto.js';

/** What somebody writes of an adapter: its name, its address and its settings. */
export type GivenAdapter = AdapterFields & {
  readonly name: string;
  readonly baseUrl?: string | undefined;
};

/** @throws AppError `invalid-input` where it has no name, or is written in two forms at once. */
export function givenAdapter({ properties, ...own }: CreateAdapterRequest): GivenAdapter {
  const { name } = own;
  if (!properties) {
    if (name !== undefined) return { ...own, name };
    throw invalidInput([{ pointer: '#/name', detail: 'must be given' }]);
  }
  const beside = givenKey(own);
  if (beside === undefined) return fromClient(properties);
  throw invalidInput([{ pointer: `#/${beside}`, detail: 'must not stand beside properties' }]);
}

/** An adapter as existing clients write it; what stands in our words counts first. */
export function fromClient({ name, properties: place = {} }: ClientAdapter): GivenAdapter {
  const { protocol, host, port, base_path, authentication, ...own } = place.properties ?? {};
  const { type = place.type, auth = authOf(authentication) } = own;
  const { baseUrl = addressOf({ protocol, host, port, base_path }) } = own;
  return { ...own, name, baseUrl, ...(type && { type }), ...(auth && { auth }) };
}

/** The first member that says something. */
function givenKey(given: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(given).find((key) => given[key] !== undefined);
}

/** Undefined where no host is named. */
function addressOf({
  protocol = 'https',
  host,
  port,
  base_path = '',
}: {
  readonly protocol: string | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly base_path: string | undefined;
}): string | undefined {
  if (host === undefined) return undefined;
  return `${protocol}://${host}${port === undefined ? '' : `:${port}`}${base_path}`;
}

/** Undefined where nothing is said. */
function authOf(given: ClientAdapterSettings['authentication']): Partial<AdapterAuth> | undefined {
  if (!given) return undefined;
  const { username = '', password, token = '' } = given;
  if (token !== '') return { type: 'bearer', token };
  if (username === '') return { type: 'none' };
  return { type: 'basic', username, ...(password !== undefined && { password }) };
}

const NAME = '#/properties/name';
const SETTINGS = '#/properties/properties/properties';

/** What is wrong with settings is told where existing clients have written them. */
export async function inClientForm<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'invalid-input') throw error;
    throw invalidInput(
      error.errors.map(({ pointer, detail }) => ({
        pointer: pointer === '#/name' ? NAME : `${SETTINGS}${pointer.slice(1)}`,
        detail,
      })),
    );
  }
}
