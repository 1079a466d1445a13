/** What a command ends with, for scripts to go by. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  notSignedIn: 4,
  notFound: 5,
  conflict: 6,
  /** A plan or a comparison is not empty. */
  differs: 10,
  /** The job did not end as complete. */
  jobFailed: 20,
  interrupted: 130,
} as const;

/** What the manual says of each. */
export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  [EXIT.done]: 'Done.',
  [EXIT.failed]: 'Refused or failed; the reason is on stderr.',
  [EXIT.usage]: 'The command is not understood.',
  [EXIT.unreachable]: 'The platform cannot be reached.',
  [EXIT.notSignedIn]: 'Not signed in, or not allowed.',
  [EXIT.notFound]: 'There is no such thing.',
  [EXIT.conflict]: 'A conflict.',
  [EXIT.differs]: 'A comparison or a plan is not empty.',
  [EXIT.jobFailed]: 'The job failed, was canceled, or stands.',
  [EXIT.interrupted]: 'Interrupted.',
};

/** A command that ends with a sentence and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: number = EXIT.usage,
  ) {
    super(message);
  }
}
