import { SHOWN } from '../../../platform/secrets/secret-texts.js';

/** Where a webhook is. Its path is what lets somebody post: it is not shown. */
export function shownUrl(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? `${new URL(url).origin}/${SHOWN}` : SHOWN;
}
