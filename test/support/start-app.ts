import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { type OpenAPIObject } from '@nestjs/swagger';
import { closeUnusedConnections } from '../../src/api/http/connections.js';
import { preferredEnvelope } from '../../src/api/http/prefer.js';
import { OpenApiDocument } from '../../src/api/openapi/openapi-document.js';
import { AppModule } from '../../src/app.module.js';
import { configureApp, fastifyAdapter, prepareApp } from '../../src/app.setup.js';
import { type RoleName } from '../../src/kernel/principal.js';
import { PasswordHasher } from '../../src/platform/auth/password-hasher.js';
import { type Config, loadConfig } from '../../src/platform/config/config.js';
import { type Seed, SEEDS } from '../../src/platform/database/seed.js';
import { runSeeds } from '../../src/platform/database/seeder.js';
import { EventNotifier } from '../../src/platform/events/event-notifier.js';
import { BackgroundTasks } from '../../src/platform/scheduling/background-tasks.js';
import { auditMarkers } from './contract/audit-markers.js';
import { commandViolations } from './contract/database-commands.js';
import { OpenApiChecker } from './contract/openapi-checker.js';
import { testRunName } from './database.js';
import { QuickPasswordHasher } from './quick-password-hasher.js';
import { RestingEventNotifier } from './resting-event-notifier.js';
import { beginUse, endUse, isPrepared, notePrepared, takeDatabase } from './reused-databases.js';
import { sendRequest, type WireAnswer } from './send-request.js';
import { aSignedInCaller } from './sign-in.js';
import { onCommand, watched } from './watch-commands.js';

/** Lists may be asked for some members of their items alone: the document describes whole ones. */
const NAMES_MEMBERS = /[?&](include|exclude|fields)=|"(include|exclude|fields)":/;
const LOOK_MS = 20;
const COVERAGE = join(process.cwd(), 'node_modules', '.cache', 'contract-coverage');

export interface TestAppOptions {
  /** Environment variables that differ from the defaults. */
  readonly env?: Readonly<Record<string, string>>;
  /** A second node over the database of the first. */
  readonly databaseUri?: string;
  /** Replaces providers: the clock, for example. */
  readonly override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

/** An answer with its body read; `json` is parsed on first use. */
export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: T;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON value, sent with its media type. */
  readonly body?: unknown;
  /** Text sent as it is. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly token?: string;
}

interface Booted {
  readonly config: Config;
  readonly databaseUri: string;
  readonly directory: string;
  readonly document: OpenAPIObject;
  /** What was asked of the database beyond the written list of commands. */
  readonly violations: ReadonlySet<string>;
}

function requestOf({ headers: given, body, raw, token }: CallOptions): {
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | undefined;
} {
  const headers = new Headers(given);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body === undefined) return { headers, body: raw };
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return { headers, body: JSON.stringify(body) };
}

function namesMembers(method: string, url: string, body: unknown): boolean {
  const options = method === 'GET' && typeof body === 'string' ? body : '';
  return NAMES_MEMBERS.test(url) || NAMES_MEMBERS.test(options);
}

/** The platform on a free port, over a database of its own, with every answer held against OpenAPI. */
export class TestApp {
  private readonly checker: OpenApiChecker;
  private readonly tokens = new Map<RoleName, Promise<string>>();

  readonly config: Config;
  readonly databaseUri: string;

  constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    private readonly booted: Booted,
  ) {
    this.config = booted.config;
    this.databaseUri = booted.databaseUri;
    this.checker = new OpenApiChecker(booted.document);
  }

  document(): OpenAPIObject {
    return structuredClone(this.booted.document);
  }

  /** Calls an operation and fails the test when the answer breaks the contract. */
  async call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { headers, body } = requestOf(options);
    // A whole address goes out as it is written.
    const url = path.startsWith(this.url) ? path : new URL(path, this.url).href;
    const response = await sendRequest({ method, url, headers, body });
    const { text } = response;
    this.hold(text, response, {
      method,
      path: (/^https?:\/\/[^/?#]+([^?#]*)/.exec(url)?.[1] ?? '/').replace(/^\/+/, '/'),
      bare: this.isBare(headers.get('prefer') ?? undefined) || namesMembers(method, url, body),
    });
    return {
      status: response.status,
      headers: response.headers,
      text,
      get json(): T {
        return JSON.parse(text) as T;
      },
    };
  }

  /** Calls as an account that holds just this role, for the whole platform. */
  async as<T>(
    role: RoleName,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    return this.call<T>(method, path, { ...options, token: await this.tokenOf(role) });
  }

  /** One caller for each role, also for those who ask at once. */
  tokenOf(role: RoleName): Promise<string> {
    const roles = [{ provenance: 'platform', name: role }];
    const token = this.tokens.get(role) ?? aSignedInCaller(this.app, { roles });
    this.tokens.set(role, token);
    return token;
  }

  async close(): Promise<void> {
    const audited = await auditMarkers(this.app);
    await this.closeServer();
    endUse(this.databaseUri);
    const directory = join(COVERAGE, testRunName());
    mkdirSync(directory, { recursive: true });
    const name = `${String(process.pid)}-${randomBytes(4).toString('hex')}.json`;
    writeFileSync(join(directory, name), JSON.stringify([...this.checker.seen, ...audited]));
    rmSync(this.booted.directory, { recursive: true, force: true });
    const { violations } = this.booted;
    if (violations.size > 0)
      throw new Error(
        `the database was asked for what not every one has:\n${[...violations].join('\n')}`,
      );
  }

  /** A connection whose stream ends now is kept alive, which closing would wait for. */
  private async closeServer(): Promise<void> {
    const server = this.app.getHttpServer();
    const looking = setInterval(() => {
      closeUnusedConnections(server);
    }, LOOK_MS);
    try {
      await this.app.close();
    } finally {
      clearInterval(looking);
    }
  }

  private isBare(prefer: string | undefined): boolean {
    return (preferredEnvelope(prefer) ?? this.config.server.responseEnvelope) === 'bare';
  }

  private hold(
    text: string,
    { status, headers }: WireAnswer,
    request: { method: string; path: string; bare: boolean },
  ): void {
    const contentType = headers.get('content-type') ?? '';
    const violations = this.checker.check({ ...request, status, contentType, text });
    if (violations.length > 0) {
      throw new Error(
        `the answer breaks the contract:\n${violations.join('\n')}\n${text.slice(0, 2000)}`,
      );
    }
  }
}

const DOCUMENTS = new Map<string, Promise<OpenAPIObject>>();

/** The document of the application; the files of a worker share it where they are configured alike. */
function documentOf(
  app: NestFastifyApplication,
  { server: { bodyLimitBytes, orchestratorBaseUrl } }: Config,
): Promise<OpenAPIObject> {
  const key = JSON.stringify([bodyLimitBytes, orchestratorBaseUrl]);
  const document = DOCUMENTS.get(key) ?? app.get(OpenApiDocument).get();
  DOCUMENTS.set(key, document);
  return document;
}

/** Asking for the indexes that are there takes a sixth of a start: where they are, the seeds alone run again. */
async function prepareOnce(app: NestFastifyApplication, databaseUri: string): Promise<void> {
  if (!isPrepared(databaseUri)) {
    await prepareApp(app);
    notePrepared(databaseUri);
    return;
  }
  const seeds = app.get<readonly Seed[]>(SEEDS);
  await runSeeds(seeds, new AbortController().signal, () => undefined);
  app.get(BackgroundTasks, { strict: false }).begin();
}

/** Boots the real application, as `main.ts` does, on a database of this test file's own. */
export async function startApp(name: string, options: TestAppOptions = {}): Promise<TestApp> {
  const directory = mkdtempSync(join(tmpdir(), 'netadmin-test-'));
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: directory,
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: 'first-admin-password',
    SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64'),
    ...options.env,
  });
  const databaseUri = options.databaseUri ?? (await takeDatabase(name));
  beginUse(databaseUri);
  const builder = Test.createTestingModule({
    imports: [AppModule.with({ config, databaseUri: watched(databaseUri) })],
  })
    .overrideProvider(EventNotifier)
    .useValue(new RestingEventNotifier())
    .overrideProvider(PasswordHasher)
    .useClass(QuickPasswordHasher);
  const module = await (options.override?.(builder) ?? builder).compile();
  const app = module.createNestApplication<NestFastifyApplication>(fastifyAdapter(config), {
    bodyParser: false,
  });
  const violations = new Set<string>();
  onCommand(app, (name, command) => {
    for (const violation of commandViolations(name, command)) violations.add(violation);
  });
  await configureApp(app, config);
  await prepareOnce(app, databaseUri);
  await app.listen(0, '127.0.0.1');
  const document = await documentOf(app, config);
  const booted = { config, databaseUri, directory, document, violations };
  return new TestApp(app, await app.getUrl(), booted);
}
