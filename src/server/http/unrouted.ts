/**
 * Replies to requests that reach no route, in the same form and with the same headers as all
 * others: requests that Node cannot parse, and addresses that the router cannot.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Sentence } from '#contract/checks.ts';
import { bodyOf, type ErrorCode, Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';

type Headers = Readonly<Record<string, string>>;
/** HTTP statuses for cases that our error codes don't distinguish. */
type Unrouted = { status: number; code: ErrorCode; why: Sentence };

const JSON_TYPE = 'application/json; charset=utf-8';

const UNREADABLE: Unrouted = {
  ...{ status: 400, code: 'VALIDATION_ERROR', why: because('UNREADABLE_REQUEST') },
};

/** By the codes of Fastify, Node's HTTP server and its parser. */
const byCode: Readonly<Record<string, Unrouted>> = {
  FST_ERR_BAD_URL: { status: 400, code: 'VALIDATION_ERROR', why: because('BAD_ADDRESS') },
  FST_ERR_MAX_PARAM_LENGTH: { status: 414, code: 'TOO_LARGE', why: because('ADDRESS_TOO_LONG') },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'TOO_LARGE', why: because('HEADERS_TOO_LONG') },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'TRY_AGAIN', why: because('ARRIVED_TOO_SLOWLY') },
};

const replyTo = ({ code }: { code?: string }) => {
  const { status, code: ours, why } = byCode[code ?? ''] ?? UNREADABLE;
  return { status, body: JSON.stringify(bodyOf(new Refusal(ours, why))) };
};

/** For Fastify's `frameworkErrors`: no hook runs for these, so the headers are set here. */
export const ofTheRouter =
  (headers: Headers) =>
  (error: FastifyError, _: FastifyRequest, reply: FastifyReply): void => {
    const { status, body } = replyTo(error);
    reply.code(status).headers(headers).type(JSON_TYPE).send(body);
  };

/** For Fastify's `clientErrorHandler`: there is no request yet, so the bytes are written here. */
export const beforeRouting =
  (headers: Headers) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, body } = replyTo(error);
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    if (socket.writable) socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
    socket.destroy(error);
  };
