import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { data } from './primitives.ts';

const environment = z.string().min(1).max(32).describe('Name of the environment.');

const slug = z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{1,62}[a-z0-9])$/, {
        error: 'Use 3 to 64 lower-case letters, digits and hyphens, which neither begin nor end it.'
    })
    .describe('Last part of the address of the page.');

const title = z.string().trim().min(1).max(100).describe('Heading of the page.');

const statusPageView = z.object({
    enabled: z.boolean().describe('Whether anyone who has the address sees the page.'),
    title: z.string().nullable().describe('Null: it has never been enabled.'),
    slug: z.string().nullable().describe('Null: it has never been enabled.'),
    url: z.string().nullable().describe('Address of the page; the badge is at `/badge.svg` below it, the feed at `/feed.atom`.')
});
export type StatusPageView = z.output<typeof statusPageView>;

const example: StatusPageView = {
    enabled: true,
    title: 'Acme HR integrations',
    slug: 'acme-hr',
    url: 'https://patchbay.example.com/public-status/acme-hr'
};

export const readStatusPage = defineEndpoint({
    id: 'readStatusPage',
    method: 'GET',
    path: '/dashboard/api/status-page',
    summary: 'The public status page of an environment, and whether it is enabled.',
    auth: ['dashboard_session'],
    query: z.strictObject({ environment }),
    success: { status: 200, body: data(statusPageView), example: { data: example } },
    errors: { not_found: true }
});

export const updateStatusPage = defineEndpoint({
    id: 'updateStatusPage',
    method: 'PUT',
    path: '/dashboard/api/status-page',
    summary: 'Make the names and states of an environment’s integrations public at an address, or stop it.',
    auth: ['dashboard_session'],
    body: z.strictObject({
        environment,
        enabled: z.boolean().describe('Whether anyone who has the address sees the page.'),
        title,
        slug: slug.nullable().describe('Null: a new one that cannot be guessed.'),
        expected: statusPageView
            .pick({ enabled: true, title: true, slug: true })
            .optional()
            .describe('As it was read; else, where it has been changed since, the response is 409 `conflict` and nothing is saved.')
    }),
    success: { status: 200, body: data(statusPageView), example: { data: example } },
    errors: { not_found: true, conflict: true }
});

/** Any slug: one that there cannot be is not found, as one that there is not. */
const params = z.object({ slug: z.string().max(255) });
const shown = { method: 'GET', auth: [], params, errors: { not_found: true }, page: true } as const;

export const getPublicStatus = defineEndpoint({
    ...shown,
    id: 'getPublicStatus',
    path: '/public-status/:slug',
    summary: 'Names and states of the integrations of an environment that has made them public.',
    success: { status: 200, html: true },
    example: { params: { slug: 'acme-hr' } }
});

export const getPublicStatusBadge = defineEndpoint({
    ...shown,
    id: 'getPublicStatusBadge',
    path: '/public-status/:slug/badge.svg',
    summary: 'The same in one word, as an image for other pages.',
    success: { status: 200, text: true },
    example: { params: { slug: 'acme-hr' } }
});

export const getPublicStatusFeed = defineEndpoint({
    ...shown,
    id: 'getPublicStatusFeed',
    path: '/public-status/:slug/feed.atom',
    summary: 'When integrations were not operational in the last 7 days, as an Atom feed (RFC 4287).',
    success: { status: 200, text: true },
    example: { params: { slug: 'acme-hr' } }
});
