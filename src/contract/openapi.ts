/** The OpenAPI 3.1 document, derived from the contracts. Served at /api/openapi.json. */
import { toJsonSchema } from '@valibot/to-json-schema';
import {
  type Contract,
  changes,
  type Endpoint,
  needsFresh,
  pathParams,
  type Summaries,
  sendsBody,
} from './endpoint.ts';

export type Described = { readonly contract: Contract; readonly summaries: Summaries };

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] };

const errorSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    field: { type: 'string' },
    id: { type: 'string', description: 'names a crash (status 500) in the operator’s log' },
  },
};

export function openapi(
  features: Readonly<Record<string, Described>>,
  info: { title: string; version: string; description: string },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, { contract, summaries }] of Object.entries(features))
    for (const [name, e] of Object.entries(contract)) {
      const described = { summary: summaries[name], ...operation(tag, name, e) };
      paths[e.path] = { ...paths[e.path], [e.method.toLowerCase()]: described };
    }
  return {
    openapi: '3.1.0',
    info,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
    paths,
  };
}

const schemaOf = (schema: Endpoint['input'], typeMode: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    errorMode: 'ignore',
    typeMode,
  });
  return rest as JsonSchema;
};

function operation(tag: string, name: string, e: Endpoint) {
  const inPath = pathParams(e.path);
  const { properties = {}, required = [] } = schemaOf(e.input, 'input');
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key));
  const parameter = (key: string, place: 'path' | 'query') => ({
    name: key,
    in: place,
    required: place === 'path' || required.includes(key),
    schema: properties[key],
  });
  const error = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    'x-access': e.access,
    ...(needsFresh(e) && { 'x-fresh': true }),
    ...(e.money && { 'x-money': e.money }),
    ...(e.access !== 'public' && { security: [{ session: [] }] }),
    parameters: [
      ...inPath.map((key) => parameter(key, 'path')),
      ...(sendsBody(e) ? [] : rest.map((key) => parameter(key, 'query'))),
      ...(changes(e) ? [idempotencyKey] : []),
    ],
    ...(sendsBody(e) && rest.length > 0 && { requestBody: body(properties, required, rest) }),
    responses: {
      200: {
        description: 'OK',
        content: {
          [e.file?.split(';')[0] ?? 'application/json']: { schema: schemaOf(e.output, 'input') },
        },
      },
      '4XX': error('Refused: `message` says what was expected'),
      '5XX': error('A fault of the server; `id` names it in the log'),
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 100 },
  description: 'One per action of a person, kept across retries: the action happens once',
};

const body = (properties: Record<string, unknown>, required: string[], keys: string[]) => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
        required: required.filter((key) => keys.includes(key)),
      },
    },
  },
});
