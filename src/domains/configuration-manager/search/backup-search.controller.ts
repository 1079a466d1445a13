import { Body, Controller, Req, type StreamableFile } from '@nestjs/common';
import { type AccessRequest } from '../../../api/access/access-request.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { SearchBackupTextsAnswer, SearchBackupTextsRequest } from './backup-search.dto.js';
import { BackupSearchService } from './backup-search.service.js';
import { LINES_TYPE, toSearchAnswer, toSearchLines } from './to-search-answer.js';

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
    return headers.accept?.includes(LINES_TYPE) ? toSearchLines(news) : toSearchAnswer(news);
  }
}
