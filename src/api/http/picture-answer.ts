import { noteHeader } from '../../platform/request-context/request-context.js';

/**
 * Says that the answer is a picture. Opened by itself it runs nothing and loads nothing: the policy that all
 * answers carry stands, and the picture needs neither scripts nor styles.
 */
export function asPicture(svg: string): string {
  noteHeader('content-type', 'image/svg+xml; charset=utf-8');
  noteHeader('content-disposition', 'inline; filename="job.svg"');
  return svg;
}
