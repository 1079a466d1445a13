import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type JsonObject } from '../../src/kernel/json.js';

/** Both generations of the protocol: the one that begins with `initialize`, and the one without sessions. */
export const GENERATIONS = ['legacy', { pin: '2026-07-28' }] as const;
export type Generation = (typeof GENERATIONS)[number];

/** What a person answers to a question; clients without one cannot ask. */
export type Person = (message: string) => 'yes' | 'no' | 'away';

/** What a tool answered. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** What stands between the marks of data; undefined where there is none. */
  readonly data: JsonObject | undefined;
}

const MARKED = /<data ([0-9a-f]{16})>\n(.*)\n<\/data \1>$/s;

/** The data of an answer, which has marks around it, and nothing behind them. */
export function dataIn(text: string): JsonObject | undefined {
  const json = MARKED.exec(text)?.[2];
  return json === undefined ? undefined : (JSON.parse(json) as JsonObject);
}

/** The client of the official SDK, signed in to `/mcp`. */
export class McpClient {
  private constructor(readonly sdk: Client) {}

  static async connect(
    url: string,
    token: string,
    { generation = GENERATIONS[1], person }: { generation?: Generation; person?: Person } = {},
  ): Promise<McpClient> {
    const sdk = new Client(
      { name: 'test', version: '1' },
      {
        versionNegotiation: { mode: generation },
        capabilities: person ? { elicitation: { form: {} } } : {},
      },
    );
    if (person)
      sdk.setRequestHandler('elicitation/create', ({ params }) => {
        const said = person(params.message);
        if (said === 'away') return { action: 'cancel' };
        return said === 'yes'
          ? { action: 'accept', content: { confirm: true } }
          : { action: 'decline' };
      });
    await sdk.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', url), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    return new McpClient(sdk);
  }

  async tools(): Promise<readonly string[]> {
    const { tools } = await this.sdk.listTools();
    return tools.map(({ name }) => name);
  }

  async call(name: string, args: JsonObject = {}): Promise<ToolAnswer> {
    const { content, isError } = await this.sdk.callTool({ name, arguments: args });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    return { text, isError: isError === true, data: dataIn(text) };
  }

  close(): Promise<void> {
    return this.sdk.close();
  }
}
