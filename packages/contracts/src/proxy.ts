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
        /** How often to try again, 0 by default. What is not safe to repeat is not repeated (docs/proxy.md). */
        retries: orEmpty(z.coerce.number().int().min(0).max(10)).optional(),
        /** Status codes to try again besides the usual ones. For POST and PATCH this is the caller's word that repeating is safe. */
        'retry-on': orEmpty(statusList).optional(),
        'base-url-override': orEmpty(z.url({ protocol: /^https?$/ }).max(2048)).optional(),
        /** Take the compression off the answer; as the provider sent it by default. */
        decompress: orEmpty(booleanText).optional(),
        'forward-headers-on-redirect': orEmpty(booleanText).optional(),
        /**
         * Follow all pages and answer their items as one JSON array, or one item a line with `Accept: application/x-ndjson`. Also
         * `?patchbay_paginate=true`. A failure of the first page is answered as it came; one of a later page breaks the answer off.
         */
        'patchbay-paginate': orEmpty(booleanText).optional()
    }),
    success: { status: 200 },
    errors: {
        unknown_provider_config: 404,
        unknown_connection: 400,
        forbidden: true,
        invalid_credentials: true,
        not_confirmed: true,
        integration_disabled: true,
        connection_refresh_backoff: true,
        connection_refresh_exhausted: true,
        credential_unreadable: true,
        missing_api_url: true,
        unsupported_provider: true,
        unsupported_pagination: true,
        base_url_override_not_allowed: true,
        invalid_path: true,
        destination_not_allowed: true,
        request_too_large: true,
        provider_rate_limited: true,
        provider_unavailable: true,
        provider_unreachable: true,
        provider_timeout: true,
        provider_answer_unusable: true,
        overloaded: true
    },
    example: {
        params: { path: 'sample' },
        headers: { 'provider-config-key': exampleIds.integration, 'connection-id': exampleIds.connection }
    }
});
