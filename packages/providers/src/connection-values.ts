import { interpolate, interpolateUrl, UnsafeValueError } from './interpolate.ts';
import type { InterpolationValues } from './interpolate.ts';
import type { ConnectionConfig, CredentialValues, Provider } from './provider.ts';
import type { Templates } from './proxy-definition.ts';

/**
 * The values for a connection's templates.
 * @param args.credentials as on the wire; its own fields are also available by their bare names
 * @param args.client the OAuth app, for templates of the authorization and token request
 * @param args.app the integration's app that is installed, for the page where that is done
 * @param args.sandboxUrl the sandbox's base URL, where one is configured
 */
export function interpolationValues(args: {
    credentials?: CredentialValues;
    connectionConfig?: ConnectionConfig;
    client?: { clientId: string; clientSecret: string };
    app?: { slug: string };
    sandboxUrl?: string | undefined;
}): InterpolationValues {
    const { credentials = {} } = args;
    return {
        ...credentials,
        // A key used as the user name has no password; Basic (RFC 7617) needs the colon all the
        // same.
        ...(credentials.type === 'BASIC' && { password: credentials.password ?? '' }),
        ...args.client,
        // Of both tokens of CUSTOM that of the installation.
        accessToken: credentials.access_token ?? credentials.token ?? valueAt(credentials, 'app.access_token'),
        credentials,
        connectionConfig: args.connectionConfig ?? {},
        ...(args.app && { app: args.app }),
        sandboxUrl: args.sandboxUrl
    };
}

/**
 * Base URL, headers and query to call a provider for one connection, without unresolved entries.
 * @returns undefined when the definition has no API address, or the connection lacks a value for it
 * @throws UnsafeValueError when a value would change the host or break a header
 */
export function resolveProxy(
    definition: Provider,
    values: InterpolationValues
): { baseUrl: string; headers: Record<string, string>; query: Record<string, string> } | undefined {
    const { proxy } = definition;
    const baseUrl = proxy && interpolateUrl(proxy.base_url, values, definition.connection_config);
    if (!proxy || baseUrl === undefined) return undefined;
    return { baseUrl, headers: resolveHeaders(proxy.headers, values), query: resolveTemplates(proxy.query, values) };
}

/** @throws UnsafeValueError for control characters and letters outside Latin-1 */
export function resolveHeaders(templates: Templates | undefined, values: InterpolationValues): Record<string, string> {
    const headers = resolveTemplates(templates, values);
    for (const [name, value] of Object.entries(headers)) {
        if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
            throw new UnsafeValueError(name, `The value for the header ${name} has characters that a header can't carry.`);
        }
    }
    return headers;
}

/** Fills a map of templates, as authorization, token and query parameters are. */
export function resolveTemplates(templates: Templates | undefined, values: InterpolationValues): Record<string, string> {
    const resolved: [string, string][] = [];
    for (const [name, template] of Object.entries(templates ?? {})) {
        const value = interpolate(template, values);
        if (value !== undefined) resolved.push([name, value]);
    }
    return Object.fromEntries(resolved);
}

/**
 * Picks values for the connection's configuration out of a callback's query or a token response.
 * @param keys dotted paths, e.g. `team.id`; the result carries them as they are written
 * @returns strings and booleans only, as the wire has it
 */
export function copyMetadata(source: Readonly<Record<string, unknown>>, keys: readonly string[] = []): Record<string, string | boolean> {
    const copied: [string, string | boolean][] = [];
    for (const key of keys) {
        const value = valueAt(source, key);
        if (typeof value === 'boolean' || (typeof value === 'string' && value !== '')) copied.push([key, value]);
    }
    return Object.fromEntries(copied);
}

/** @param path keys joined by dots; in a list a number */
export function valueAt(source: unknown, path: string): unknown {
    return path.split('.').reduce(ownProperty, source);
}

function ownProperty(owner: unknown, key: string): unknown {
    // Indexable, as checked here.
    return typeof owner === 'object' && owner !== null && Object.hasOwn(owner, key) ? (owner as Record<string, unknown>)[key] : undefined;
}
