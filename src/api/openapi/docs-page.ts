/**
 * The docs page: Swagger UI over `/openapi.json`, and a bar to sign in. Everything comes from here.
 * @param offersOpenId whether there is a provider at which users can sign in as well.
 */
export function docsHtml(offersOpenId: boolean): string {
  return DOCS_HTML.replace('<!-- openid -->', offersOpenId ? OPEN_ID_LINK : '');
}

const OPEN_ID_LINK = '<a id="open-id" href="/login/oidc">Sign in with OpenID Connect</a>';

const DOCS_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Netadmin API</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/docs-page.css" />
  </head>
  <body>
    <form id="sign-in" autocomplete="on">
      <strong>Netadmin API</strong>
      <label>User name <input name="username" autocomplete="username" required /></label>
      <label>Password
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button type="submit">Sign in</button>
      <!-- openid -->
      <output id="signed-in" role="status"></output>
    </form>
    <main id="swagger-ui"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/docs-page.js"></script>
  </body>
</html>
`;

export const DOCS_CSS = `body { margin: 0; background: #fafafa; }
#sign-in { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center;
  padding: 0.75rem 1.5rem; background: #1b1f24; color: #fff; font: 15px/1.4 sans-serif; }
#sign-in strong { margin-right: auto; }
#sign-in input { margin-left: 0.35rem; padding: 0.3rem 0.5rem; border: 0; border-radius: 3px; }
#sign-in button { padding: 0.35rem 1rem; border: 0; border-radius: 3px; background: #49cc90;
  font-weight: 600; cursor: pointer; }
#sign-in a { color: #49cc90; }
.swagger-ui .info { margin: 24px 0; }
`;

/** Signing in stores the token in Swagger UI itself, so every call made from the page carries it. */
export const DOCS_SCRIPT = `'use strict';
const ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
const form = document.getElementById('sign-in');
const said = document.getElementById('signed-in');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { username, password } = Object.fromEntries(new FormData(form));
  const answer = await fetch('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: { username, password } }),
  });
  const text = await answer.text();
  if (answer.ok) {
    ui.preauthorizeApiKey('bearer', text);
    form.elements.password.value = '';
    said.textContent = 'Signed in as ' + username;
  } else {
    said.textContent = JSON.parse(text).message;
  }
});
// Whoever comes back from the provider holds the cookie, which the browser sends by itself.
if (document.getElementById('open-id')) {
  fetch('/whoami').then(async (answer) => {
    if (answer.ok) said.textContent = 'Signed in as ' + (await answer.json()).username;
  });
}
`;
