import { Injectable } from '@nestjs/common';
import { invalidInput } from '../../../kernel/app-error.js';
import { Clock } from '../../../kernel/clock.js';
import { LIST_LIMIT_DEFAULT } from '../../../kernel/page.js';
import { type Principal } from '../../../kernel/principal.js';
import { LinearPattern, quotePattern } from '../../../cores/patterns/linear-pattern.js';
import { type BackupMatch } from './backup-match.js';
import { HistorySearchService } from './history-search.service.js';
import { LineSearch } from './line-search.js';
import { NewestSearchService } from './newest-search.service.js';
import { SearchBudget } from './search-budget.js';
import { SearchCursorsService } from './search-cursor.service.js';
import { type AskedSearch, type BackupSearch } from './search-request.js';
import { SearchedChainsRepository } from './searched-chains.repository.js';

/** Devices that are done, of those that the caller may see. */
export interface SearchProgress {
  readonly searched: number;
  readonly total: number;
}

/** How a search ended. */
export interface SearchEnd {
  /** Whether everything was searched; else the cursor says where to go on. */
  readonly complete: boolean;
  readonly cursor: string | null;
  readonly progress: SearchProgress;
  readonly skippedLines: number;
}

/** What a search says, one after the other; the end is the last. */
export type SearchUpdate =
  | { readonly kind: 'match'; readonly match: BackupMatch }
  | { readonly kind: 'progress'; readonly progress: SearchProgress }
  | ({ readonly kind: 'end' } & SearchEnd);

const CONTEXT_DEFAULT = 2;
/** Half a second before a caller would lose patience. */
const DEADLINE_MS = 1500;

/** Looks for text in kept configurations, masked as everybody reads them. */
@Injectable()
export class BackupSearchService {
  constructor(
    private readonly newest: NewestSearchService,
    private readonly history: HistorySearchService,
    private readonly cursors: SearchCursorsService,
    private readonly chains: SearchedChainsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a search: it goes on while somebody reads what it says, until it has found enough, its time is over or
   * everything was searched.
   * @throws AppError `invalid-input` for a pattern that is none and a cursor that is not ours.
   */
  async start(asked: AskedSearch, principal: Principal): Promise<AsyncGenerator<SearchUpdate>> {
    const search = this.searchOf(asked, principal);
    return this.news(asked, search, await this.chains.count(search));
  }

  private async *news(
    asked: AskedSearch,
    search: BackupSearch,
    total: number,
  ): AsyncGenerator<SearchUpdate> {
    const walk = search.scope === 'newest' ? this.newest : this.history;
    const budget = new SearchBudget(search, () => this.clock.now().getTime());
    let last = search.after;
    const progress = (): SearchProgress => {
      const searched = last?.searched ?? 0;
      return { searched, total: Math.max(searched, total) };
    };
    for await (const step of walk.steps(search)) {
      last = step.position;
      if (step.match) yield { kind: 'match', match: step.match };
      if (budget.isSpentBy(step)) {
        const cursor = this.cursors.write(asked, last);
        const { skipped: skippedLines } = budget;
        yield { kind: 'end', complete: false, cursor, progress: progress(), skippedLines };
        return;
      }
      if (budget.isTimeToTell()) yield { kind: 'progress', progress: progress() };
    }
    const { skipped: skippedLines } = budget;
    yield { kind: 'end', complete: true, cursor: null, progress: progress(), skippedLines };
  }

  private searchOf(asked: AskedSearch, principal: Principal): BackupSearch {
    const { limit = LIST_LIMIT_DEFAULT, context = CONTEXT_DEFAULT } = asked;
    const { scope = 'newest', filter = {}, deadlineMs = DEADLINE_MS } = asked;
    const after = this.cursors.read(asked);
    const lines = new LineSearch(patternOf(asked));
    return { lines, scope, filter, principal, context, limit, deadlineMs, after };
  }
}

function patternOf({ pattern, regex, caseSensitive }: AskedSearch): LinearPattern {
  const source = regex === true ? pattern : quotePattern(pattern);
  const compiled = LinearPattern.compile(source, { ignoreCase: caseSensitive !== true });
  if (compiled.kind === 'pattern') return compiled.pattern;
  throw invalidInput([{ pointer: '#/pattern', detail: compiled.detail }]);
}
