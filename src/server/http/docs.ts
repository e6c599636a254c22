/** The API documentation at /api/docs: plain HTML, generated from the contracts. */
import { type Contract, type Endpoint, pathParams } from '#contract/endpoint.ts';

type Document = { paths: Record<string, Record<string, unknown>> };

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function docsPage(
  contracts: Readonly<Record<string, Contract>>,
  document: Document,
): string {
  const sections = Object.entries(contracts).map(
    ([tag, contract]) =>
      `<h2 id="${tag}">${tag}</h2>${Object.values(contract)
        .map((e) => call(e, document))
        .join('')}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Satling API</title>
<meta name="viewport" content="width=device-width"><style>${DOCS_STYLE}</style>
<main><h1>Satling API</h1>
<p>Made from the same descriptions as the server’s checks and the browser’s client.
Machine-readable:
<a href="/api/openapi.json">/api/openapi.json</a>. Errors are <code>{message, code, field?}</code>.
Calls that change something take an <code>Idempotency-Key</code> header: one per action, kept across
retries.</p>
${sections.join('')}</main></html>`;
}

function call(e: Endpoint, { paths }: Document): string {
  const operation = paths[e.path]?.[e.method.toLowerCase()] as Record<string, never>;
  const { summary, parameters, requestBody, responses } = operation;
  const schema = JSON.stringify({ parameters, requestBody, reply: responses?.['200'] }, null, 2);
  return `<details><summary><b>${e.method}</b> <code>${escapeHtml(e.path)}</code>
<span>${escapeHtml(summary ?? '')}</span> <i>${e.access}</i></summary>
<p>${pathParams(e.path).length > 0 ? `In the address: ${pathParams(e.path).join(', ')}.` : ''}</p>
<pre>${escapeHtml(schema)}</pre></details>`;
}

export const DOCS_STYLE = `body{font:17px/1.5 system-ui,sans-serif;
background:#f1f6f0;color:#10261d;margin:0}
main{max-width:920px;margin:auto;padding:24px 16px}summary{cursor:pointer;padding:10px 0}
summary b{display:inline-block;min-width:64px;color:#0e5c42}summary i{color:#40564b}
details{border-bottom:1.5px dashed #c3d2c6}
pre{overflow:auto;background:#fff;padding:12px;border-radius:14px}
a{color:#0e5c42}@media(prefers-color-scheme:dark){body{background:#0b1612;color:#eaf4ec}
pre{background:#13221b}summary b,a{color:#66d1a0}summary i{color:#b1c5b8}}`;
