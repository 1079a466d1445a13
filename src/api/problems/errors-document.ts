import { ERROR_KINDS, type ErrorKind } from '../../kernel/app-error.js';
import { problemSpec, problemType } from './problems.js';

const HEAD = `# Errors

Generated from \`src/api/problems/problems.ts\` by \`npm run docs\`; do not edit.

Every failure is a problem document (RFC 9457, \`application/problem+json\`):

\`\`\`json
{
  "type": "urn:problem:invalid-input",
  "title": "The input is not valid",
  "status": 400,
  "detail": "1 field was refused: #/options/limit must be at least 1",
  "message": "1 field was refused: #/options/limit must be at least 1",
  "error": "1 field was refused: #/options/limit must be at least 1",
  "instance": "urn:request:5f0c6a5e-3f0e-4f4b-8f57-6a1f2f6d4a10",
  "code": "invalid-input",
  "errors": [{ "pointer": "#/options/limit", "detail": "must be at least 1" }]
}
\`\`\`

\`type\`, \`title\` and \`status\` belong to the kind. \`code\` is the stable name for programs: the kind, or a narrower name
where a kind has several causes. \`detail\`, \`message\` and \`error\` are the same text for people. \`instance\` carries the request id,
which is also in \`X-Request-Id\` and on every log line of the request. \`errors\` is absent when no place is to blame.`;

/** `docs/errors.md`: the catalogue of problems. */
export function errorsDocument(): string {
  const rows = ERROR_KINDS.map(row).join('\n');
  return `${HEAD}\n\n| kind | status | title | logged as | when, and what to do |\n| --- | --- | --- | --- | --- |\n${rows}\n`;
}

function row(kind: ErrorKind): string {
  const { status, title, logLevel, note } = problemSpec(kind);
  return `| \`${problemType(kind)}\` | ${status} | ${title} | ${logLevel} | ${note} |`;
}
