/** What only an API token that was made for it may do: `mcp:write`, to change something through `/mcp`. */
export const API_TOKEN_SCOPES = ['mcp:write'] as const;
export type ApiTokenScope = (typeof API_TOKEN_SCOPES)[number];
