import { Presets, SingleBar } from 'cli-progress';

/** Tells how far a transfer is. */
export interface TransferProgress {
  begin(documents: number): void;
  /** A collection is next. */
  enter(collection: string): void;
  /** So many more documents are done. */
  advance(documents: number): void;
  end(): void;
}

const SILENCE_MS = 5000;

/** One bar over everything, for a terminal. */
export function barProgress(output: NodeJS.WritableStream): TransferProgress {
  const format = ' {bar} {percentage}% · {value} of {total} documents · {collection}';
  const bar = new SingleBar({ stream: output, format, hideCursor: true }, Presets.shades_classic);
  return {
    begin: (documents) => {
      bar.start(documents, 0, { collection: '' });
    },
    enter: (collection) => {
      bar.update({ collection });
    },
    advance: (documents) => {
      bar.increment(documents);
    },
    end: () => {
      bar.update({ collection: 'done' });
      bar.stop();
    },
  };
}

/** A line for each collection, and one every few seconds within a large one. */
export function lineProgress(output: NodeJS.WritableStream): TransferProgress {
  let [total, done, saidAt] = [0, 0, 0];
  const say = (line: string): void => {
    saidAt = performance.now();
    output.write(`${line}\n`);
  };
  return {
    begin: (documents) => {
      [total, done] = [documents, 0];
      say(`${total} documents`);
    },
    enter: say,
    advance: (documents) => {
      done += documents;
      if (performance.now() - saidAt > SILENCE_MS) say(`${done} of ${total} documents`);
    },
    end: () => {
      say(`${done} documents done`);
    },
  };
}

/** The way that suits the output. */
export function transferProgress(
  output: NodeJS.WritableStream & { readonly isTTY?: boolean },
): TransferProgress {
  return output.isTTY ? barProgress(output) : lineProgress(output);
}
