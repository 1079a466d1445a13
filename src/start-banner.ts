import { type Secret } from './kernel/secret.js';
import { type Config } from './platform/config/config.js';
import { PACKAGE_INFO } from './platform/config/package-info.js';

/** What a platform that listens says of itself. */
interface Started {
  readonly url: string;
  /** Whether the console is on and built. */
  readonly hasConsole: boolean;
  /** Of the first account, where it was made up. */
  readonly password: Secret | null;
}

/** What is printed when the platform listens. */
export function startBanner(
  { data, catalogue, server }: Pick<Config, 'data' | 'catalogue' | 'server'>,
  { url, hasConsole, password }: Started,
): string {
  const database = data.mongodbUri ? 'MongoDB server' : `embedded engine in ${data.directory}`;
  return [
    `Netadmin API ${PACKAGE_INFO.version} (release ${catalogue.release}) is ready`,
    `  address   ${url}`,
    ...(hasConsole ? [`  console   ${url}/console`] : []),
    `  docs      ${url}/docs`,
    `  database  ${database}`,
    ...(server.responseEnvelope === 'named'
      ? [`  clients   public clients need RESPONSE_ENVELOPE=bare`]
      : []),
    ...(password ? [`  first account: admin   password: ${password.reveal()}   (shown once)`] : []),
  ].join('\n');
}
