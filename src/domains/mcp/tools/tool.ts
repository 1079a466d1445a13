import { type OpenAPIObject } from '@nestjs/swagger';
import { mayCall } from '#api/access/may-call.js';
import { type OperationId } from '#api/operations/operations.js';
import { type JsonObject, type JsonValue } from '#kernel/json.js';
import { type Authenticated } from '../../../platform/auth/credential-store.js';
import { type Consent, type Question } from '../plans/consent.js';
import { type PlannedCallsService } from '../plans/planned-calls.service.js';
import { type OperationCalls } from './operation-calls.js';

/** The call of a tool, with what it may use. */
export interface ToolCall {
  readonly caller: Authenticated;
  readonly operations: OperationCalls;
  readonly plans: PlannedCallsService;
  /** What the person has said to what a tool asked. */
  readonly consent: Consent;
  readonly contract: () => Promise<OpenAPIObject>;
}

/** What came of a call: data, a question to the person, or words of our own. */
export type ToolOutcome =
  | { readonly kind: 'data'; readonly data: JsonValue }
  | { readonly kind: 'failed'; readonly data: JsonValue }
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'refused'; readonly text: string };

/** A tool as it is offered and carried out. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Changes something: offered to API tokens with `mcp:write` alone. */
  readonly writes?: true;
  /** Operations of which the caller must be admitted to one. */
  readonly needs: readonly OperationId[];
  /** JSON Schema of its arguments, as this caller sees it. */
  readonly input: (caller: Authenticated) => JsonObject;
  readonly run: (given: JsonObject, call: ToolCall) => Promise<ToolOutcome>;
}

/** Whether the roles of the caller admit to an operation. */
export function admits({ principal }: Authenticated, id: OperationId): boolean {
  return mayCall(principal, id);
}

export function data(value: JsonValue): ToolOutcome {
  return { kind: 'data', data: value };
}

/** A schema of arguments: closed, so that a misspelt one is told. */
export function argumentsOf(properties: JsonObject, required: string[] = []): JsonObject {
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

/** An argument that its schema says is a text; empty where it is absent. */
export function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The schema of an argument that is a text. */
export function text(description?: string): JsonObject {
  return { type: 'string', ...(description !== undefined && { description }) };
}
