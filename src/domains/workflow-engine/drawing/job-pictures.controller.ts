import { Controller, Param } from '@nestjs/common';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { asPicture } from '../../../api/http/picture-answer.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { JobPicturesService } from './job-pictures.service.js';

/** Jobs as pictures. */
@Controller()
export class JobPicturesController {
  constructor(private readonly pictures: JobPicturesService) {}

  @Operation('getJobGraph')
  async getJobGraph(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<string> {
    return asPicture(await this.pictures.draw(id, principal));
  }
}
