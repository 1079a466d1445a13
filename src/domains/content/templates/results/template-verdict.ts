/** Something that failed in a run of an analytic template. */
export interface TemplateFailure {
  /** The commands as the template has them: values of variables can be secrets. */
  readonly preRawCommand: string;
  readonly postRawCommand: string;
  /** Null where the outputs named none. */
  readonly device: string | null;
  /** Numbers of the rules that failed, from 0; none where there was no single output. */
  readonly rules: readonly number[];
}

/** The verdict of a run of an analytic template, as it is kept. Of the output nothing is kept. */
export interface TemplateVerdict {
  readonly _id: string;
  /** Name and id of the template at the time. */
  readonly template: string;
  readonly templateId: string;
  /** Folded, for the lists of one template. */
  readonly templateFolded: string;
  readonly result: boolean;
  /** How many pairs of commands were judged, and how many of them failed. */
  readonly pairs: number;
  readonly failedPairs: number;
  /** The first of what failed. */
  readonly failures: readonly TemplateFailure[];
  readonly at: Date;
  /** Name of the account that ran it. */
  readonly by: string;
}
