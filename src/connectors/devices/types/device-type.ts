/**
 * A line, or a part of one, that changes without anybody changing the device: clocks, counters.
 * Patterns are of one line, without nested quantifiers.
 */
export interface VolatilePattern {
  /** What the line shows, for documents. */
  readonly what: string;
  /** Tested against one line without its line feed. */
  readonly pattern: RegExp;
}

/** Where a line of a configuration shows a secret. */
export interface SecretPattern {
  /** What the secret is for, for documents. */
  readonly what: string;
  /** Tested against one line; group 1 is the secret. */
  readonly pattern: RegExp;
  /** Whether the device writes it anew each time (another salt), although nothing changed. */
  readonly isReencrypted: boolean;
}

/** What lines of a type's configurations mean to versions of backups. */
export interface DeviceText {
  readonly volatile: readonly VolatilePattern[];
  readonly secrets: readonly SecretPattern[];
}

/** A command, and what to answer when it asks. */
export interface AskedCommand {
  readonly command: string;
  /** Tested against the last, unfinished line. */
  readonly asks?: RegExp;
  /** Sent with a line end; may be empty. */
  readonly answer?: string;
}

/** A command that has done its work only when its output holds a line like `done`. */
export interface FinishedCommand {
  readonly command: string;
  readonly done?: RegExp;
}

/** How a type is spoken to. Patterns are tested against one line and hold no nested quantifier. */
export interface DeviceDialog {
  /** The whole last line: group `host` names the device, `mode` is empty outside of modes. */
  readonly prompt: RegExp;
  /** A prompt of something else in front of the CLI, a shell, and the command that leads on. */
  readonly entry?: { readonly prompt: RegExp; readonly command: string };
  /** From how many characters of the name on the device cuts it in configuration prompts. */
  readonly hostShownMin?: number;
  /** Lines that are shown before a prompt and belong to it. */
  readonly beforePrompt?: RegExp;
  /** Present where some accounts start unprivileged. */
  readonly enable?: {
    /** Tested against the prompt: true while unprivileged. */
    readonly needed: RegExp;
    readonly command: string;
    readonly asks: RegExp;
  };
  /** Sent after the login; a refusal of them is no failure. */
  readonly prepare: readonly string[];
  /** Lines at which a pager waits, and the keys that make it go on. */
  readonly pagers: readonly { readonly line: RegExp; readonly keys: string }[];
  /** The end of a last line that is a question nobody here can answer. */
  readonly question: RegExp;
  /** First lines of a message that refuses a command. */
  readonly refusals: readonly RegExp[];
  /** Typed before a question mark, which would ask for help otherwise. */
  readonly literalNext: string;
}

/** How a type's configuration is read. */
export interface ConfigurationReading {
  readonly command: string;
  /** Lines at the top that the command says and the configuration does not hold. */
  readonly header: readonly RegExp[];
  /** What the last line must be; a text that ends otherwise is not whole. */
  readonly end?: RegExp;
}

/** How a type is changed. */
export interface ConfigurationChange {
  readonly enter: string;
  /** Tested against the mode of the prompt: true while configuring. */
  readonly mode: RegExp;
  /** First words that end the mode, commit or run something else; their abbreviations as well. */
  readonly reserved: readonly string[];
  /** Lines that rename the device, so that the prompt changes. */
  readonly renames: RegExp;
  /** A line that starts a text of several lines; `ends`, or else group 1, is what ends it. */
  readonly textBlock?: { readonly starts: RegExp; readonly ends?: string };
  readonly candidate?: {
    /** Back to the top of the configuration, where the type's diff depends on the place. */
    readonly top?: string;
    readonly diff: string;
    /** Lines around the diff that are none of it. */
    readonly diffNoise?: readonly RegExp[];
    readonly check?: FinishedCommand;
    readonly commit: FinishedCommand;
    /** Shows why a commit failed, where the type says it only when asked. */
    readonly reasons?: string;
    /** Drops the candidate and leaves the mode. */
    readonly discard: readonly AskedCommand[];
  };
  /** Back to the first mode. */
  readonly leave: string;
  /** Keeps the change over a restart; absent where commit does. */
  readonly save?: AskedCommand;
}

/** How lines of a configuration are arranged. */
export type ConfigurationStyle = 'indented' | 'braces' | 'set';

/** Everything that is known of a type of device. */
export interface DeviceType extends DeviceText {
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** Other spellings that clients and files use; compared in lower case with `-` for `_` and ` `. */
  readonly aliases: readonly string[];
  readonly style: ConfigurationStyle;
  /** What a comment line begins with. */
  readonly comment: string;
  readonly dialog: DeviceDialog;
  readonly configuration: ConfigurationReading;
  readonly change: ConfigurationChange;
}
