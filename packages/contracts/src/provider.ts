import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { data, providerId } from './primitives.ts';

/** The language that an end user reads; words of providers are answered in it where they are translated. */
export const acceptLanguage = z.object({ 'accept-language': z.string().optional() });

/** One thing a form asks for. */
export const formField = z.object({
    name: z.string(),
    /** Which object of the attempt's body the value goes into. */
    target: z.enum(['credentials', 'connection_config']),
    title: z.string(),
    description: z.string().nullable(),
    example: z.string().nullable(),
    /** Anchored at both ends; the value must match as a whole. */
    pattern: z.string().nullable(),
    /** A pattern that only warns, because the vendor may change the format. */
    pattern_warns: z.boolean(),
    format: z.enum(['hostname', 'uri', 'uuid', 'email']).nullable(),
    optional: z.boolean(),
    secret: z.boolean(),
    default_value: z.string().nullable(),
    prefix: z.string().nullable(),
    suffix: z.string().nullable(),
    enum: z.array(z.string()).nullable(),
    /** A key of several lines, such as PEM: a box that keeps them. */
    multiline: z.boolean(),
    /** Kinds of file that may be dropped instead of pasting, as in `<input accept>`. */
    accept: z.string().nullable(),
    /** Asked only while another field of the same target has one of these values. */
    visible_when: z.object({ field: z.string(), values: z.array(z.string()) }).nullable(),
    /** Where the provider explains this very field, when that is not the top of the integration's page. */
    docs_url: z.url().nullable(),
    /** On a reconnect: the last characters of what is saved, never more. */
    saved_ending: z.string().nullable(),
    /** BCP 47 language of title, description and example: what was asked for, or English. */
    lang: z.string()
});
export type FormField = z.output<typeof formField>;

export const apiProvider = z.looseObject({ name: z.string(), display_name: z.string(), auth_mode: z.string(), logo_url: z.string() });

export const listProviders = defineEndpoint({
    id: 'listProviders',
    method: 'GET',
    path: '/providers',
    summary: 'The third-party APIs that Patchbay knows.',
    auth: ['secret_key', 'connect_session'],
    scope: 'environment:providers:read',
    query: z.strictObject({ search: z.string().max(255).optional() }),
    success: { status: 200, body: data(z.array(apiProvider)) },
    onConnectOrigin: true
});

export const getProvider = defineEndpoint({
    id: 'getProvider',
    method: 'GET',
    path: '/providers/:provider',
    summary: 'One provider: how to authenticate to it, what to ask for.',
    auth: ['secret_key', 'connect_session'],
    scope: 'environment:providers:read',
    params: z.object({ provider: providerId }),
    headers: acceptLanguage,
    success: { status: 200, body: data(apiProvider) },
    errors: { not_found: true },
    onConnectOrigin: true,
    example: { params: { provider: 'github' } }
});

export const getProviderIcon = defineEndpoint({
    id: 'getProviderIcon',
    method: 'GET',
    path: '/providers/:provider/icon',
    summary: "The provider's mark, as SVG: a monogram tile.",
    auth: [],
    params: z.object({ provider: providerId }),
    success: { status: 200, text: true },
    errors: { not_found: true },
    onConnectOrigin: true,
    example: { params: { provider: 'github' } }
});
