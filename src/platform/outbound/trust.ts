/**
 * Who chose the host of a call. `configured`: an admin, as adapter, integration or repository, so it may lie on a private network. `document`: a workflow, webhook or other document,
 * so it may not, unless `OUTBOUND_ALLOW` says so.
 */
export type Trust = 'configured' | 'document';
