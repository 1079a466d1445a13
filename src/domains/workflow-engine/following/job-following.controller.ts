import { type Readable } from 'node:stream';
import { Controller, Param, Req } from '@nestjs/common';
import { type AccessRequest } from '../../../api/access/access-request.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { asEventStream, takesEventStream } from '../../../api/http/event-stream-answer.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Principal } from '../../../kernel/principal.js';
import { FollowAdmission } from './follow-admission.js';
import { type FollowWish } from './job-follow.js';
import { type JobFollower, JobFollows } from './job-follows.service.js';
import { JobGlances } from './job-glances.service.js';
import { knownRevision } from './known-revision.js';

/** Jobs as they happen. */
@Controller()
export class JobFollowingController {
  constructor(
    private readonly glances: JobGlances,
    private readonly follows: JobFollows,
    private readonly admission: FollowAdmission,
  ) {}

  @Operation('followJob')
  async followJob(
    @Param('id') id: string,
    @Req() request: AccessRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<Readable> {
    await this.glances.assertVisible(id, principal);
    const wish = wishOf(request);
    return asEventStream(this.follows.open(id, wish, this.followerOf(request, principal)));
  }

  private followerOf(request: AccessRequest, { id: account }: Principal): JobFollower {
    return { account, isAdmitted: (gbac) => this.admission.isAdmitted(request, gbac) };
  }
}

function wishOf(request: AccessRequest): FollowWish {
  const known = knownRevision(request.headers['last-event-id']);
  return { known, follows: takesEventStream(request) };
}
