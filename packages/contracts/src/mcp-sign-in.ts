import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const issuerHash = z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe('Of its issuer: the first half of the SHA-256 hash, in hexadecimal.');

export const finishDiscoveredAttempt = defineEndpoint({
    id: 'finishDiscoveredAttempt',
    method: 'GET',
    path: '/oauth/callback/:issuer',
    summary: 'Where the authorization servers of MCP servers send the browser back to, each to an address of its own.',
    auth: [],
    params: z.object({ issuer: issuerHash }),
    success: { status: 200, html: true },
    page: true,
    example: { params: { issuer: '0123456789abcdef0123456789abcdef' } }
});

export const getClientMetadata = defineEndpoint({
    id: 'getClientMetadata',
    method: 'GET',
    path: '/oauth/client-metadata/:document',
    summary: 'What this server says of itself to the authorization server of an MCP server: a client ID metadata document.',
    auth: [],
    params: z.object({
        document: z
            .string()
            .regex(/^[0-9a-f]{32}\.json$/)
            .describe('Hash of the issuer, as in the redirect URI, and an ending.')
    }),
    success: { status: 200, text: true },
    example: { params: { document: '0123456789abcdef0123456789abcdef.json' } }
});
