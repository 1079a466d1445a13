import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../kernel/principal.js';
import { PlansService } from '../store/plans.service.js';
import { stateOf } from '../store/stored-job.js';
import { JobReaderService } from '../listing/job-reader.service.js';
import { drawJob } from '../../../cores/picture/draw-job.js';
import { type GraphLayout, layOut } from '../../../cores/picture/graph-layout.js';
import { jobGraph, type JobGraph } from '../../../cores/picture/job-graph.js';
import { canBeLaidOut } from '../../../cores/picture/layout-cost.js';

/** Layouts of workflows that were drawn last: a layout takes a hundred times as long as drawing it. */
const LAYOUTS_MAX = 50;

/** Pictures of jobs. A workflow is laid out once: where a job stands only changes colours and words. */
@Injectable()
export class JobPicturesService {
  private readonly layouts = new Map<string, GraphLayout | null>();

  constructor(
    private readonly reader: JobReaderService,
    private readonly plans: PlansService,
  ) {}

  /** A job as SVG. @throws AppError `not-found` for one that the caller may not see. */
  async draw(jobId: string, principal: Principal): Promise<string> {
    const job = await this.reader.visible(jobId, principal);
    const { plan } = await this.plans.get(job.planId);
    const graph = jobGraph(plan, stateOf(job));
    return drawJob(graph, this.layoutOf(job.planId, graph));
  }

  private layoutOf(planId: string, graph: JobGraph): GraphLayout | null {
    const known = this.layouts.get(planId);
    const layout = known === undefined ? made(graph) : known;
    // The one that was used last comes last.
    this.layouts.delete(planId);
    this.layouts.set(planId, layout);
    const [oldest] = this.layouts.keys();
    if (this.layouts.size > LAYOUTS_MAX && oldest !== undefined) this.layouts.delete(oldest);
    return layout;
  }
}

function made(graph: JobGraph): GraphLayout | null {
  return canBeLaidOut(graph) ? layOut(graph) : null;
}
