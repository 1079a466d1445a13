import { type ConfigurationNode } from './configuration-tree.js';
import { type PredictionRules } from './prediction-rules.js';

/** What is doubtful about the words of a command. */
export type UnclearWord = 'abbreviated' | 'unknown';

/** The words of commands, as the rules and the configuration spell them. */
export class Vocabulary {
  readonly #first: ReadonlySet<string>;
  readonly #phrases: readonly (readonly string[])[];

  constructor(nodes: readonly ConfigurationNode[], { words, singles, switches }: PredictionRules) {
    this.#phrases = [...singles, ...switches].map((phrase) => phrase.split(' '));
    const first = new Set([...words, ...this.#phrases.flatMap(([word]) => word ?? [])]);
    addFirstWords(nodes, first);
    this.#first = first;
  }

  /**
   * @returns undefined for a command that begins with words in full.
   * @param command without `no`.
   */
  unclearWordIn(command: string): UnclearWord | undefined {
    const words = unnumbered(command).split(' ');
    const [first = ''] = words;
    if (this.#first.has(first)) return this.#isShort(words) ? 'abbreviated' : undefined;
    const lower = first.toLowerCase();
    for (const word of this.#first) if (word.startsWith(lower)) return 'abbreviated';
    return 'unknown';
  }

  /** Whether the device would have to complete a word behind the first one. */
  #isShort(words: readonly string[]): boolean {
    return words.some(
      (_, at) =>
        at > 0 && !this.#knows(words, at) && this.#phrases.some((one) => isShortOf(words, at, one)),
    );
  }

  #knows(words: readonly string[], at: number): boolean {
    return this.#phrases.some((phrase) => fits(words, phrase, at + 1));
  }
}

function addFirstWords(nodes: readonly ConfigurationNode[], words: Set<string>): void {
  for (const { command = '', children } of nodes) {
    const [first = '', second = ''] = unnumbered(command).split(' ', 2);
    const word = first === 'no' ? second : first;
    if (word !== '') words.add(word);
    addFirstWords(children, words);
  }
}

/** Lines of lists stand behind their numbers. */
function unnumbered(command: string): string {
  return command.replace(/^\d+ /, '');
}

function fits(words: readonly string[], phrase: readonly string[], count: number): boolean {
  return (
    phrase.length >= count &&
    words.slice(0, count).every((word, at) => phrase[at] === '*' || phrase[at] === word)
  );
}

/** Whether all words before it are those of the phrase, and this one is the beginning of its next one. */
function isShortOf(words: readonly string[], at: number, phrase: readonly string[]): boolean {
  const [word = '', wanted = ''] = [words[at]?.toLowerCase(), phrase[at]];
  return word !== '' && word !== wanted && wanted.startsWith(word) && fits(words, phrase, at);
}
