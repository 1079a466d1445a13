/** How the device misbehaves; each of them is off when absent. */
export interface DeviceBehaviour {
  /** Writes in pieces of so many bytes, with pauses. */
  readonly pieces?: number;
  readonly pauseMs?: number;
  /** Writes noise instead of the configuration and falls silent. */
  readonly garbled?: boolean;
  /** Ends the session after so many lines of the configuration. */
  readonly droppedAfterLines?: number;
  /** Shows only so many lines of the configuration, and the prompt behind them. */
  readonly cutAfterLines?: number;
  /** Writes without end where the configuration is asked for; `line`: in one line. */
  readonly endless?: boolean | 'line';
  /** Shows a configuration of so many bytes, and its end. */
  readonly configurationBytes?: number;
  /** Writes without end before any prompt. */
  readonly floods?: boolean;
  /** Never answers when the configuration is asked for. */
  readonly hangs?: boolean;
  /** Never shows a prompt. */
  readonly silent?: boolean;
  readonly withoutEcho?: boolean;
  readonly colours?: boolean;
  readonly titles?: boolean;
  /** Ends lines with CR NUL CR LF. */
  readonly padding?: boolean;
  /** Refuses to switch paging off. */
  readonly alwaysPages?: boolean;
  /** Never pages. */
  readonly withoutPager?: boolean;
  /** Writes the text of the prompt inside of the configuration and pauses so long behind it. */
  readonly stallsAtPromptText?: number;
  readonly asksOnSave?: boolean;
  readonly commitFails?: boolean;
  readonly startsInShell?: boolean;
  /** Ends the session when it receives a line with this text. */
  readonly diesAt?: string;
}

/** What the device is. */
export interface DeviceScript {
  /** A name of `DEVICE_TYPES`. */
  readonly type: string;
  readonly hostname?: string;
  readonly behaviour?: DeviceBehaviour;
  /** Shown after the login. */
  readonly banner?: string;
  /** Text of the configuration without what the device adds; one of its type when absent. */
  readonly configuration?: string;
  readonly startsUnprivileged?: boolean;
  readonly enablePassword?: string;
  /** `latin1` for devices that do not know UTF-8. */
  readonly encoding?: 'utf8' | 'latin1';
  /** What it says to commands that only read, besides those that every one knows. */
  readonly answers?: Readonly<Record<string, string>>;
}

/** A line that the device received, or something else that happened to it. */
export interface DeviceReceipt {
  readonly line?: string;
  readonly mode?: string;
  readonly shell?: string;
  readonly password?: string;
  readonly pager?: boolean;
  readonly answered?: string;
  readonly commit?: boolean;
  readonly reloaded?: boolean;
  readonly session?: boolean;
}
