// GET /docs: the OpenAPI document as one self-contained HTML page, without scripts.
// Invariant: every value is escaped.
import type { JsonSchema } from './schemas';
import type { OpenApiDocument, Operation } from './document';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');
const code = (text: string) => `<code>${html(text)}</code>`;
const anchor = (name: string) => name.replaceAll(/[^A-Za-z0-9-]/g, '-');

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem}
h1,h2,h3{line-height:1.25}h2{margin-top:3rem}h3{margin-top:2.25rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:.75rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}
th{font-weight:600}nav ul{columns:16rem;padding-left:1.1rem}.method{font-weight:600}`;

/** A schema in a few words; components are linked. */
function typeText(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any JSON';
  const one = schema as JsonSchema;
  const target = one['$ref'];
  if (typeof target === 'string') {
    const name = target.slice(target.lastIndexOf('/') + 1);
    return `<a href="#schema-${html(anchor(name))}">${html(name)}</a>`;
  }
  const choices = one['anyOf'] ?? one['oneOf'];
  if (Array.isArray(choices)) return choices.map(typeText).join(' or ');
  const type = one['type'];
  if (Array.isArray(type)) return html(type.join(' or '));
  if (type === 'array') return `list of ${typeText(one['items'])}`;
  const values = one['enum'] ?? one['x-extensible-enum'];
  if (Array.isArray(values)) return values.map((value) => code(String(value))).join(', ');
  const format = typeof one['format'] === 'string' ? ` (${one['format']})` : '';
  return typeof type === 'string' ? html(type + format) : 'any JSON';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
}

function access({ security }: Operation): string {
  const first = security[0];
  if (first === undefined) return 'No key.';
  if ('paymentToken' in first) return 'A payment token, as bearer.';
  const scope = first['apiKey']?.[0];
  return scope === undefined ? 'Any valid key.' : `Scope ${code(scope)}.`;
}

/** A listing is described by its items. */
function answerText(schema: JsonSchema): string {
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  return properties?.['items'] === undefined
    ? typeText(schema)
    : `page of ${typeText(properties['items']['items'])}`;
}

function section(path: string, method: string, operation: Operation): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const answers = Object.entries(responses).map(([status, { description, content }]) => [
    code(status),
    html(description),
    Object.values(content ?? {})
      .map(({ schema }) => answerText(schema))
      .join(', '),
  ]);
  return `<section><h3 id="${html(anchor(operationId))}"><span class="method">${html(method.toUpperCase())}</span> ${code(path)}</h3>
<p>${html(summary)} ${access(operation)}</p>
${table(
  ['Parameter', 'In', 'Takes', 'Meaning'],
  parameters.map((one) => [code(one.name), one.in, typeText(one.schema), html(one.description ?? '')]),
)}${body === undefined ? '' : `<p>Body: ${typeText(body)}</p>`}
${table(['Status', 'When', 'Body'], answers)}</section>`;
}

function component([name, schema]: [string, JsonSchema]): string {
  const properties = Object.entries((schema['properties'] as Record<string, JsonSchema> | undefined) ?? {});
  const required = (schema['required'] as string[] | undefined) ?? [];
  const fields = table(
    ['Field', 'Type', ''],
    properties.map(([field, type]) => [
      code(field),
      typeText(type),
      required.includes(field) ? '' : 'may be absent',
    ]),
  );
  return `<section><h3 id="schema-${html(anchor(name))}">${html(name)}</h3>${fields === '' ? `<p>${typeText(schema)}</p>` : fields}</section>`;
}

/** The page, as HTML text. */
export function docsPage({ info, paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags))];
  const links = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${html(anchor(operation.operationId))}">${html(method.toUpperCase())} ${html(path)}</a></li>`,
  );
  const parts = tags.map(
    (tag) =>
      `<h2>${html(tag)}</h2>${operations
        .filter(({ operation }) => operation.tags.includes(tag))
        .map(({ path, method, operation }) => section(path, method, operation))
        .join('\n')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${html(info.title)}</title><style>${STYLE}</style></head>
<body><header><h1>${html(info.title)}</h1><p>Release ${code(info.version)}. ${html(info.description)}
The same as data: <a href="openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Endpoints"><ul>${links.join('')}</ul></nav>
<main>${parts.join('\n')}<h2>Records</h2>${Object.entries(components.schemas).map(component).join('\n')}</main></body></html>
`;
}
