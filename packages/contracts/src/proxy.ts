import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { booleanText, connectionId, integrationId } from './primitives.ts';

/** Clients of the reference send some headers empty when they mean nothing. */
const orEmpty = <S extends z.ZodType>(schema: S) => z.union([z.literal('').transform(() => undefined), schema]);

const statusList = z
    .string()
    .max(255)
    .regex(/^\s*\d{3}(\s*,\s*\d{3})*\s*$/, { error: 'Write status codes separated by commas, for example 409,422.' })
    .transform((text) => text.split(',').map((part) => Number(part)));

export const proxy = defineEndpoint({
    id: 'proxy',
    method: 'ANY',
    path: '/proxy/*path',
    summary:
        'Send a request to the API of the provider with the credentials of a connection. Path, query and body go there as they are; of the headers, those that begin with `Patchbay-Proxy-`.',
    auth: ['secret_key'],
    scope: 'environment:proxy',
    streams: true,
    maxBodyBytes: 1024 ** 3,
    headers: z.object({
        'provider-config-key': integrationId,
        'connection-id': connectionId,
        retries: orEmpty(z.coerce.number().int().min(0).max(10))
            .optional()
            .describe('How often to retry; 0 by default. What is not safe to repeat is not repeated, see `docs/proxy.md`.'),
        'retry-on': orEmpty(statusList)
            .optional()
            .describe(
                'Status codes to retry besides the usual ones, separated by commas. For POST and PATCH you state with it that repeating is safe. None by default.'
            ),
        'base-url-override': orEmpty(z.url({ protocol: /^https?$/ }).max(2048))
            .optional()
            .describe("Base address instead of the provider's: one of the provider's hosts, or in `allowed_base_urls` of the integration."),
        decompress: orEmpty(booleanText)
            .optional()
            .describe('Whether to decompress the response; `false` by default: it is passed on as the provider sent it.'),
        'forward-headers-on-redirect': orEmpty(booleanText)
            .optional()
            .describe('Whether your `Patchbay-Proxy-` headers are kept on a redirect to another host of the provider; `false` by default.'),
        'patchbay-paginate': orEmpty(booleanText)
            .optional()
            .describe(
                'Whether to follow all pages and return their items as one JSON array, or one per line with `Accept: application/x-ndjson`; `false` by default. A failure of a later page breaks the response off. Also `?patchbay_paginate=true`.'
            )
    }),
    success: { status: 200 },
    errors: {
        unknown_provider_config: 404,
        unknown_connection: 400,
        forbidden: true,
        invalid_credentials: true,
        not_confirmed: true,
        integration_disabled: true,
        frozen: true,
        credential_unreadable: true,
        request_too_large: true,
        request_timeout: true,
        connection_refresh_backoff: true,
        connection_refresh_exhausted: true,
        provider_rate_limited: true,
        provider_unavailable: true,
        provider_unreachable: true,
        provider_timeout: true,
        provider_answer_unusable: true
    },
    example: {
        params: { path: 'sample' },
        headers: { 'provider-config-key': exampleIds.integration, 'connection-id': exampleIds.connection }
    }
});
