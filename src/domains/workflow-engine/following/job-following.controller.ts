import { type Readable } from 'node:stream';
import { Controller, Param, Req } from '@nestjs/common';
import { type AccessRequest } from '../../../api/request/access-request.js';
import { CurrentPrincipal } from '../../../api/access/current-principal.decorator.js';
import { mayCall } from '../../../api/access/may-call.js';
import { CredentialReader } from '../../../api/access/credential-reader.js';
import { asEventStream } from '../../../api/http/event-stream-answer.js';
import { followRequest } from '../../../api/http/follow-stream.js';
import { Operation } from '../../../api/operation.decorator.js';
import { type Gbac, mayRead } from '../../../kernel/gbac.js';
import { type Principal } from '../../../kernel/principal.js';
import { type JobFollower, JobFollowsService } from './job-follows.service.js';
import { JobSnapshotsService } from './job-snapshots.service.js';

/** Jobs as they happen. */
@Controller()
export class JobFollowingController {
  constructor(
    private readonly snapshots: JobSnapshotsService,
    private readonly follows: JobFollowsService,
    private readonly credentials: CredentialReader,
  ) {}

  @Operation('followJob')
  async followJob(
    @Param('id') id: string,
    @Req() request: AccessRequest,
    @CurrentPrincipal() principal: Principal,
  ): Promise<Readable> {
    await this.snapshots.assertVisible(id, principal);
    const options = followRequest(request);
    return asEventStream(this.follows.open(id, options, this.followerOf(request, principal)));
  }

  private followerOf(request: AccessRequest, { id: account }: Principal): JobFollower {
    const admits = (now: Principal, gbac: Gbac): boolean =>
      mayCall(now, 'followJob') && mayRead(now, 'WorkFlowEngine', gbac).admitted;
    return {
      account,
      isAdmitted: ({ gbac }) =>
        this.credentials.isStillAdmitted(request, (now) => admits(now, gbac)),
    };
  }
}
