import { Injectable } from '@nestjs/common';
import { AppError, conflict } from '../../../kernel/app-error.js';
import { SecretBox } from '../../../platform/secrets/secret-box.js';
import { type ModelOperation } from '../openapi/model-operations.js';
import {
  chooseSecurity,
  type Credential,
  type RequiredScheme,
} from '../openapi/request-security.js';
import { verifiesTls } from '../stored/integration-address.js';
import { type Integration } from '../stored/integration.js';
import { ClientTokensService } from './client-tokens.service.js';
import { isConfigured, plainCredential, schemeValues } from './credential-values.js';
import { type LoadedModel } from './model-library.service.js';

/** What credentials are made for. */
export interface CredentialsNeed {
  readonly integration: Integration;
  readonly model: LoadedModel;
  readonly operation: ModelOperation;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Credentials in the clear, for one call; never stored, logged or answered. */
export interface ReadyCredentials {
  readonly credentials: readonly Credential[];
  /** The kept tokens among them. */
  readonly tokenKeys: readonly string[];
}

/** Nothing that a header carries may end its line. */
const HEADER_VALUE = /^[\x20-\x7e\x80-\xff]*$/;

/** Makes the credentials that an operation's security asks for. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly secrets: SecretBox,
    private readonly tokens: ClientTokensService,
  ) {}

  /** @throws AppError `conflict` without credentials that fit; as `ClientTokensService.get` does. */
  async ready(need: CredentialsNeed): Promise<ReadyCredentials> {
    const { integration, model, operation } = need;
    const choice = chooseSecurity(operation.security, model.schemes, (name) => {
      const scheme = model.schemes.get(name);
      return scheme !== undefined && isConfigured(scheme, schemeValues(integration.data, name));
    });
    if (choice.kind === 'refused') throw conflict(choice.detail, 'credentials-missing');
    const credentials: Credential[] = [];
    for (const required of choice.schemes) credentials.push(await this.credential(need, required));
    const tokenKeys = choice.schemes
      .filter(({ scheme }) => scheme.kind === 'clientCredentials')
      .map((required) => tokenKey(integration, required));
    return { credentials, tokenKeys };
  }

  /** The other system refused the tokens among these. */
  forget({ tokenKeys }: ReadyCredentials): void {
    for (const key of tokenKeys) this.tokens.forget(key);
  }

  private async credential(need: CredentialsNeed, required: RequiredScheme): Promise<Credential> {
    const { name, scheme } = required;
    if (scheme.kind === 'unsupported')
      throw conflict(`The operation needs what is not supported: ${scheme.what}`);
    if (scheme.kind === 'clientCredentials') return this.token(need, required);
    const values = schemeValues(need.integration.data, name);
    const credential = plainCredential(scheme, values, (sealed) => this.secrets.unseal(sealed));
    if (!HEADER_VALUE.test(credential.value))
      throw new AppError(
        'conflict',
        `The credentials for ${name} cannot be sent: enter them again`,
        {
          code: 'credentials-missing',
        },
      );
    return credential;
  }

  private async token(need: CredentialsNeed, required: RequiredScheme): Promise<Credential> {
    const { integration, timeoutMs, signal } = need;
    const values = schemeValues(integration.data, required.name);
    const text = await this.tokens.get({
      key: tokenKey(integration, required),
      tokenUrl: values.tokenUrl,
      clientId: values.clientId,
      clientSecret: this.secrets.unseal(values.clientSecret),
      scopes: values.scopes ?? required.scopes,
      sendsClientInBody: values.sendsClientInBody,
      verifiesTls: verifiesTls(integration.data),
      deadlineMs: timeoutMs,
      signal,
    });
    return { in: 'authorization', value: `Bearer ${text}` };
  }
}

function tokenKey({ id, revision }: Integration, { name, scopes }: RequiredScheme): string {
  return JSON.stringify([id, revision, name, scopes]);
}
