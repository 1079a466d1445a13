import { Body, Controller, Req, type StreamableFile } from '@nestjs/common';
import { type AccessRequest } from '../../../api/request/access-request.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { acceptsLines, streamedLines } from '../../../api/http/json-lines.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { SearchBackupTextsAnswer, SearchBackupTextsRequest } from './backup-search.dto.js';
import { BackupSearchService } from './backup-search.service.js';
import { toSearchAnswer, toSearchNews } from './to-search-answer.js';

/** Searches in kept configurations. */
@Controller()
export class BackupSearchController {
  constructor(private readonly searches: BackupSearchService) {}

  @Operation('searchBackupTexts', SearchBackupTextsAnswer)
  async searchBackupTexts(
    @Body() asked: SearchBackupTextsRequest,
    @Req() { headers }: AccessRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<SearchBackupTextsAnswer | StreamableFile> {
    const news = await this.searches.start(asked, principal);
    return acceptsLines(headers) ? streamedLines(toSearchNews(news)) : toSearchAnswer(news);
  }
}
