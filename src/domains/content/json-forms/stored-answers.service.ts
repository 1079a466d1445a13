import { Injectable } from '@nestjs/common';
import { type JsonObject, type JsonValue } from '../../../kernel/json.js';
import { type Principal } from '../../../kernel/principal.js';

/** Answers to a form that somebody keeps: the defaults of a manual trigger, for example. */
export interface StoredAnswer {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Raised with every change of what is kept; a replacement counts only for this one. */
  readonly revision: number;
  readonly answers: JsonObject;
  /** Hash of the schema that the answers were given to (`schemaHash`), where it is known. */
  readonly schemaHash: string | undefined;
  /** Whether the one who changes the form may see what keeps the answers; else nothing is told of it. */
  readonly shown: boolean;
}

/** The form whose answers are looked for. */
export interface AnsweredForm {
  readonly id: string;
  /** Its name now, and the one it had before; a reference may carry `@<projectId>: ` before it. */
  readonly names: readonly string[];
}

/** Answers as they shall be kept from now on. */
export interface AnswersChange {
  readonly answers: JsonObject;
  readonly schemaHash: string;
  /** The present name of the form, for references by a name that it no longer has. */
  readonly formName: string;
  /** Values that the new form has no place for; worth keeping aside. */
  readonly aside: readonly AsideValue[];
}

/** A value that has no place in the answers any more. */
export interface AsideValue {
  /** Where it was; a pointer into the answers before. */
  readonly pointer: string;
  readonly value: JsonValue;
  readonly detail: string;
}

/** Who keeps answers to JSON forms. */
export interface AnswerProvider {
  /** What is kept: `trigger`. */
  readonly kind: string;
  /** All of them, whoever asks. */
  readonly find: (form: AnsweredForm, principal: Principal) => Promise<readonly StoredAnswer[]>;
  /** @returns false when the answers have changed or gone meanwhile. */
  readonly replace: (
    stored: StoredAnswer,
    change: AnswersChange,
    principal: Principal,
  ) => Promise<boolean>;
}

/**
 * The providers of stored answers to JSON forms. A registry, because content knows none of the domains that store
 * them; when a form is replaced, their answers follow.
 */
@Injectable()
export class StoredAnswersService {
  private readonly registered: AnswerProvider[] = [];

  /** Called once by each provider, when its module starts. */
  register(provider: AnswerProvider): void {
    this.registered.push(provider);
  }

  get providers(): readonly AnswerProvider[] {
    return this.registered;
  }
}
