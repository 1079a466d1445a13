import { secretRemover } from '../../../platform/secrets/known-secrets.js';
import { credentialsIn } from '../../../platform/secrets/secret-texts.js';
import { mapLeaves } from '../../../platform/secrets/secret-walk.js';
import { type Credential } from '../openapi/request-security.js';
import { type OperationAnswer } from './upstream-answer.js';

/** Shorter ones stand in the data of a system by chance. */
const LENGTH_MIN = 8;

/** The answer without what the platform told the system to be let in: some repeat what they are sent. */
export function withoutEchoedCredentials(
  answer: OperationAnswer,
  credentials: readonly Credential[],
): OperationAnswer {
  const remove = secretRemover(credentials.flatMap(textsOf));
  const leaf = <T>(value: T): T | string => (typeof value === 'string' ? remove(value) : value);
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, remove(value)]);
  return {
    ...answer,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: mapLeaves(answer.body, { leaf, name: remove }),
  };
}

/** The credential, what follows its scheme, and the password of a pair. */
function textsOf(credential: Credential): readonly string[] {
  const { value } = credential;
  const [, rest = ''] = value.split(' ', 2);
  if (credential.in !== 'authorization' || rest === '') return [value].filter(isLong);
  return [rest, ...credentialsIn(value)].filter(isLong);
}

function isLong({ length }: string): boolean {
  return length >= LENGTH_MIN;
}
