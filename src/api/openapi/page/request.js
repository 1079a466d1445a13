/** Builds the request of an operation from what its form holds. */
export function buildRequest({ path, method, parameters }, values, body) {
  const url = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values.get(name) ?? '')),
      path,
    );
  const headers = {};
  const query = [];
  for (const parameter of parameters) {
    const value = values.get(parameter.name) ?? '';
    if (value === '') continue;
    if (parameter.in === 'header') headers[parameter.name.toLowerCase()] = value;
    if (parameter.in === 'query') query.push(...queryPairs(parameter, value));
  }
  if (body !== undefined && body !== '') headers['content-type'] = 'application/json';
  const search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return {
    url: search === '' ? url : `${url}?${search}`,
    method,
    headers,
    ...(body !== undefined && body !== '' && { body }),
  };
}

/** `{"equals":{"name":"x"}}` of a deepObject parameter is `name[equals][name]=x`; lists repeat their key. */
function queryPairs({ name, style, schema }, text) {
  const value = style === 'deepObject' || isList(schema) ? readJson(text) : text;
  if (style !== 'deepObject' && typeof value === 'object') return pairsOfList(name, value);
  return typeof value === 'object' ? pairsOf(name, value) : [[name, text]];
}

const isList = (schema) => schema?.type === 'array';

function pairsOfList(name, value) {
  return Array.isArray(value) ? value.map((item) => [name, asText(item)]) : [[name, asText(value)]];
}

function pairsOf(name, value) {
  if (Array.isArray(value)) return pairsOfList(name, value);
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, child]) => pairsOf(`${name}[${key}]`, child));
}

const asText = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function readJson(text) {
  try {
    const value = JSON.parse(text);
    return value === null ? text : value;
  } catch {
    return text;
  }
}

/** The same request for a terminal. The token is named, not shown. */
export function curlOf({ url, method, headers, body }, isSignedIn) {
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  if (isSignedIn) lines.push('-H "authorization: Bearer $TOKEN"');
  if (body !== undefined) lines.push(`-d ${quote(body)}`);
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return [`curl -g ${verb}${quote(location.origin + url)}`, ...lines].join(' \\\n  ');
}
