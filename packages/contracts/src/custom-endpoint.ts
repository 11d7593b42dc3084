import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { listRecords } from './record.ts';
import { MAX_CALL_BYTES, writeAlternatives, writeErrors, writeHeaders, writeResponseHeaders } from './unified-parts.ts';

const { unsupported_by_provider: _, wrong_provider: __, vendor_fault: ___, newer_at_vendor: ____, ...errors } = writeErrors;

export const callCustomEndpoint = defineEndpoint({
    id: 'callCustomEndpoint',
    method: 'ANY',
    path: '/v1/*path',
    summary:
        'A path that a deployed function declares in `endpoints`: an action runs with the body as its input, as by `POST /action/trigger`; a sync lists its records, as `GET /records` with the same query. 404 with `message` where no function has it.',
    auth: ['secret_key'],
    scope: 'environment:actions:execute',
    headers: writeHeaders,
    query: listRecords.query.omit({ model: true }),
    repeatedQuery: ['ids'],
    body: z.unknown().describe('Input of an action.'),
    maxBodyBytes: MAX_CALL_BYTES,
    success: { status: 200, body: z.unknown().describe('What the action has returned, or a page of records.'), example: { id: '146' } },
    alternatives: { async: writeAlternatives.async },
    responseHeaders: writeResponseHeaders,
    errors: { ...errors, not_found: true, forbidden: true },
    example: {
        params: { path: 'contacts' },
        headers: { 'provider-config-key': exampleIds.integration, 'connection-id': exampleIds.connection }
    }
});
