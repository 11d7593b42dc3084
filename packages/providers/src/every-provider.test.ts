import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { destinationFields, urlTemplates } from './destination-fields.ts';
import { isValidValue, visibleFields } from './fields.ts';
import { findProvider, providers, toPublicProvider } from './index.ts';
import { restrictsHost, hostPlaceholders, placeholders } from './interpolate.ts';
import type { FormField, Provider } from './provider.ts';

const all = [...providers.values()];
const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'texts')
    .map((entry) => entry.name);

/** What a server may have without the definition declaring it. */
const knownToAll = ['accessToken', 'clientId', 'clientSecret', 'sandboxUrl'];
/** Read by the server itself rather than by a template. */
const usedByTheServer = ['credentials.client_id', 'credentials.client_secret', 'connectionConfig.oauth_scopes'];

/** For any API, so that there is no page to name: `overrides` of a session have the operator's. */
const withoutVendor = ['private-api-basic', 'private-api-bearer', 'unauthenticated'];
/** Their vendor tells end users nothing of what is asked for, so steps do. */
const withoutPage = ['gem'];

/** Facts of the vendor: each needs its source in the nearest comment above, equally indented. */
const vendorFacts = [
    'authorization_url token_url revocation_url authorization_params token_params token_headers disable_pkce authorization_method',
    'body_format refresh no_refresh usual_lifetime_seconds redirect_uri_metadata scope_separator default_scopes scope_descriptions',
    'refuses_webviews base_url hosts headers verification rate_limits retry paginate idempotency checkCredentials identity identify',
    'revoke errors_in_success tokenFromAnswer webhooks verifyWebhook guide'
].flatMap((names) => names.split(' '));

test('the fields that choose a host freely are those of private APIs and of software on hosts of its own', () => {
    const free = all.flatMap((definition) => destinationFields(definition).map((name) => `${definition.id}.${name}`));
    expect(free).toEqual(['private-api-basic.base_url', 'private-api-bearer.base_url', 'woocommerce.storeURL']);
});

test.each([
    ['google', ['gmail', 'email', 'sheets']],
    ['microsoft', ['outlook', 'email', 'excel']]
])('end users find %s by the names of what is in it: %s', (id, words) => {
    expect(findProvider(id)?.aliases).toEqual(expect.arrayContaining(words));
});

test('the catalogue has exactly the folders, sorted; run `npm run gen` if it has not', () => {
    expect([...providers.keys()]).toEqual(folders.toSorted());
    expect(findProvider('gem')?.display_name).toBe('Gem');
    expect(findProvider('constructor')).toBeUndefined();
});

describe.each(all.map((definition) => [definition.id, definition] as const))('%s', (id, definition) => {
    const data = toPublicProvider(definition);
    const fields = [...Object.entries(definition.credentials ?? {}), ...Object.entries(definition.connection_config ?? {})];

    test('prints as plain JSON with its name and without hooks', () => {
        expect(data).toMatchObject({ name: id, auth_mode: definition.auth_mode });
        expect(JSON.parse(JSON.stringify(data))).toEqual(data);
        expect(strings(data).filter((text) => text === '')).toEqual([]);
        expect(Object.keys(data)).not.toContain('identify');
    });

    test('has a name, a category and a page of documentation', () => {
        expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(definition.display_name.trim()).not.toBe('');
        expect(strings(data).filter((text) => /user name/i.test(text))).toEqual([]);
        expect(definition.categories.length).toBeGreaterThan(0);
        expect(definition.docs).toMatch(/^https:\/\//);
    });

    test('draws its mark, where it has one, in one colour and in less than 2 KB', () => {
        if (!definition.mark) return;
        expect(definition.mark.color).toMatch(/^#[0-9a-f]{6}$/);
        expect(definition.mark.path).toMatch(/^[MLHVCSQTAZ0-9., -]{10,2000}$/i);
    });

    test('says how an operator sets it up, on the page of its vendor', () => {
        const { setup, sandbox } = definition;
        expect(setup === undefined).toBe(sandbox === true);
        if (!setup) return;
        // One cell of a table in docs/integrations.md.
        expect(setup.text).toMatch(/^[^|\n<]{40,300}\.$/);
        expect(setup.text).not.toContain('TODO');
        expect(setup.url === undefined).toBe(withoutVendor.includes(id));
        if (definition.auth_mode === 'OAUTH2') expect(setup.text).toMatch(/redirect URI/);
    });

    test('says where end users find what it asks them for', () => {
        const { credentials, connection_config: config } = visibleFields(definition);
        const asks = Object.keys({ ...credentials, ...config }).length > 0;
        const { docs_connect: page, guide } = definition;
        if (asks && !definition.sandbox && !withoutVendor.includes(id))
            expect([page !== undefined, guide !== undefined]).toEqual([!withoutPage.includes(id), true]);
        if (!asks) expect(guide).toBeUndefined();
        expect(guide?.length ?? 3).toBeOneOf([2, 3, 4]);
        for (const step of guide ?? []) {
            // Text alone, without markup: at most two short sentences.
            expect(step).toMatch(/^[^<>*_`[\]{}\n]{1,160}\.$/);
            expect(step).not.toMatch(/TODO|[^“]*”[^“”]*”|“[^”]*“/);
        }
    });

    test('labels all choices of a field, or none', () => {
        for (const [name, { enum: values = [], enum_labels: labels, optional }] of fields) {
            if (!labels) continue;
            expect([name, Object.keys(labels).toSorted()]).toEqual([name, [...values, ...(optional ? [''] : [])].toSorted()]);
        }
    });

    test('names the page of its vendor beside each fact', () => {
        if (definition.sandbox || withoutVendor.includes(id)) return;
        expect(factsWithoutSource(readFileSync(join(import.meta.dirname, id, 'provider.ts'), 'utf8'))).toEqual([]);
    });

    test('says how sure its facts are, and is not documented where one is said to be not', () => {
        const { certainty, sandbox } = definition;
        if (sandbox || withoutVendor.includes(id)) expect(certainty).toBeUndefined();
        if (!certainty) return;
        expect(certainty.checked_on).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
        const source = readFileSync(join(import.meta.dirname, id, 'provider.ts'), 'utf8');
        expect([certainty.level, /not documented/i.test(source)]).not.toEqual(['documented', true]);
    });

    test('takes from the response about who signed in what it declares as not asked for', () => {
        for (const name of Object.keys(definition.identity?.connection_config ?? {}))
            expect([name, definition.connection_config?.[name]?.automated]).toEqual([name, true]);
    });

    test('speaks https only, but for the sandbox', () => {
        const addresses = strings(data).filter((text) => /^\w+:\/\//.test(text));
        expect(addresses.filter((text) => !text.startsWith('https://'))).toEqual([]);
        const usesSandbox = strings(data).some((text) => text.includes('${sandboxUrl}'));
        expect(usesSandbox).toBe(definition.sandbox === true);
        expect(definition.proxy?.base_url.endsWith('/') ?? false).toBe(false);
    });

    test('refers to declared fields only, and to every one of them', () => {
        const referred = new Set(strings(data).flatMap((text) => (text.includes('${') ? placeholders(text) : [])));
        const declared = [
            ...Object.keys(definition.credentials ?? {}).flatMap((name) => [name, `credentials.${name}`]),
            ...Object.keys(definition.connection_config ?? {}).map((name) => `connectionConfig.${name}`)
        ];
        expect([...referred].filter((path) => !declared.includes(path) && !knownToAll.includes(path))).toEqual([]);

        const hooks = Object.values(definition)
            .filter((value) => typeof value === 'function')
            .join();
        const isUsed = (path: string, name: string) =>
            referred.has(path) || referred.has(name) || usedByTheServer.includes(path) || new RegExp(`\\b${name}\\b`).test(hooks);
        expect(Object.keys(definition.credentials ?? {}).filter((name) => !isUsed(`credentials.${name}`, name))).toEqual([]);
        // What the response about who signed in brings may be for the paths of callers alone.
        const brought = Object.keys(definition.identity?.connection_config ?? {});
        const used = (name: string) => brought.includes(name) || isUsed(`connectionConfig.${name}`, name);
        expect(Object.keys(definition.connection_config ?? {}).filter((name) => !used(name))).toEqual([]);
    });

    test('sends the credentials in a header, never in an address', () => {
        if (definition.proxy && definition.auth_mode !== 'NONE') {
            expect(Object.values(definition.proxy.headers ?? {}).join()).toMatch(/\$\{(?:accessToken|apiKey|base64)/);
        }
        const inAddress = [...Object.values(definition.proxy?.query ?? {}), ...addressesOf(definition)].flatMap(placeholders);
        expect(inAddress.filter((path) => path !== 'sandboxUrl' && !path.startsWith('connectionConfig.'))).toEqual([]);
        const secret = Object.entries(definition.connection_config ?? {}).filter(([, field]) => field.secret);
        expect(secret.filter(([name]) => inAddress.includes(`connectionConfig.${name}`))).toEqual([]);
    });

    test('lets a value choose any host only where nothing but what the end user brings is sent there', () => {
        const free = destinationFields(definition);
        if (free.length === 0) return;
        // Else the OAuth app's secret would go to an address that an end user typed.
        expect(['API_KEY', 'BASIC', 'NONE']).toContain(definition.auth_mode);
        expect(Object.entries(definition.connection_config ?? {}).filter(([, field]) => field.secret)).toEqual([]);
    });

    test('confines a host by a pattern that no other host matches', () => {
        const { connection_config: declared = {} } = definition;
        const inHost = new Set(urlTemplates(definition).flatMap(hostPlaceholders));
        const confined = Object.entries(declared).filter(([name, field]) => inHost.has(`connectionConfig.${name}`) && restrictsHost(field));
        for (const [, field] of confined)
            for (const host of [
                'evil.example',
                'https://evil.example',
                'https://evil.example/.salesforce.com',
                'evil.example?.com',
                'localhost'
            ])
                expect(isValidValue(field, host)).toBe(false);
    });

    test('can check what it is given, or says why not', () => {
        const { proxy, checkCredentials, identity, identify } = definition;
        const hasCheck = Boolean(proxy?.verification ?? checkCredentials ?? identity ?? identify);
        expect(identity !== undefined && identify !== undefined).toBe(false);
        expect(hasCheck).toBe(definition.no_check === undefined);
    });

    test('comes with a refresh token, or says why there is none', () => {
        if (definition.auth_mode !== 'OAUTH2') return;
        expect(definition.refresh === undefined).toBe(definition.no_refresh !== undefined);
        const { rotation, grace_seconds: grace, idle_hours: idleHours = 24, min_interval_seconds: interval = 0 } = definition.refresh ?? {};
        expect(grace !== undefined).toBe(rotation === 'grace');
        // Renewed after half of it at the latest; the background renews at most once an hour.
        expect(idleHours).toBeGreaterThanOrEqual(2);
        expect(interval).toBeLessThanOrEqual(3600);
    });

    test('has rate limits that make sense together', () => {
        const { per, windows, wait_seconds: waitSeconds = 1 } = definition.proxy?.rate_limits ?? { per: 'client', windows: [] };
        if (definition.proxy?.rate_limits) expect(windows.length).toBeGreaterThan(0);
        expect(per).toMatch(/^(credentials|client|\$\{.+\})$/);
        expect(waitSeconds).toBeGreaterThan(0);
        for (const { requests, per_seconds: seconds } of windows) {
            expect([Number.isInteger(requests), requests > 0, seconds > 0, seconds <= 86_400]).toEqual([true, true, true, true]);
            // A longer window must allow more requests, at a lower rate, than the shorter one.
            for (const other of windows.filter((window) => window.per_seconds > seconds)) {
                expect(other.requests).toBeGreaterThan(requests);
                expect(other.requests / other.per_seconds).toBeLessThan(requests / seconds);
            }
        }
    });

    test('names headers in lower case, statuses as such and hosts without anything around them', () => {
        const { at = [], after = [], remaining = [], error_code: statuses = [], rate_limited: limited } = definition.proxy?.retry ?? {};
        for (const header of [at, after, remaining].flat()) expect(header).toMatch(/^[a-z0-9-]+$/);
        for (const status of statuses) expect(status).toMatch(/^(\dxx|\d{3}(-\d{3})?)$/);
        expect(limited?.status ?? 400).toSatisfy((status: number) => status >= 400 && status < 500 && status !== 429);
        const { credentials_refused: refused } = definition.proxy ?? {};
        expect(refused?.header ?? 'a').toMatch(/^[a-z0-9-]+$/);
        expect(refused?.status ?? 403).toSatisfy((status: number) => status >= 400 && status < 500 && ![401, 429].includes(status));
        for (const host of definition.proxy?.hosts ?? []) expect(host).toMatch(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    });

    test('asks for pages of a size only where it says how', () => {
        const paginate = definition.proxy?.paginate;
        if (!paginate) return;
        expect((paginate.limit ?? 1) > 0).toBe(true);
        expect(paginate.limit === undefined).toBe(paginate.limit_name_in_request === undefined);
        expect(paginate.omits_empty_list === true && paginate.type === 'offset').toBe(false);
    });

    test("labels its fields in a sentence's case and marks secrets", () => {
        for (const [name, field] of fields) {
            expect(field.title).toMatch(/^[A-Z]/);
            expect(field.title).not.toMatch(/[:.*]$/);
            const looksSecret = /secret|password|apikey/i.test(name);
            expect([name, field.secret === true || !looksSecret]).toEqual([name, true]);
        }
    });

    test('lets a field depend only on a choice that the same form offers', () => {
        for (const set of [definition.credentials ?? {}, definition.connection_config ?? {}])
            for (const { visible_when: condition } of Object.values<FormField>(set)) {
                if (!condition) continue;
                expect(set[condition.field]?.enum).toContain(condition.equals);
                // No chains: each client that draws the form would have to follow them.
                expect(set[condition.field]?.visible_when).toBeUndefined();
            }
    });

    test('has examples that match their patterns', () => {
        const examples = fields.filter(
            ([, { example, pattern }]) => example !== undefined && pattern !== undefined && !example.includes('…')
        );
        for (const [, { example, pattern }] of examples) expect(example).toMatch(new RegExp(pattern ?? ''));
    });

    // That they take linear time is analysed in `tooling/src/check-regular-expressions.test.ts`.
    test('has anchored patterns', () => {
        const patterns = fields.flatMap(([, { pattern = [] }]) => pattern);
        for (const pattern of patterns) expect(pattern).toMatch(/^\^.*\$$/s);
    });
});

test('a fact has a source where the comment above names a page, or says that there is none', () => {
    const definition = [
        '    // https://vendor.example/oauth',
        "    token_url: 'https://vendor.example/token',",
        "    refresh: { rotation: 'strict' },",
        '    proxy: {',
        "        base_url: 'https://api.vendor.example',",
        '        // Counted by the key.',
        '        rate_limits: {',
        '        },',
        '        // Not documented: as seen in its responses.',
        "        retry: { after: 'retry-after' }",
        '    }'
    ];
    expect(factsWithoutSource(definition.join('\n'))).toEqual(['base_url', 'rate_limits']);
});

function factsWithoutSource(source: string): string[] {
    const lines = source.split('\n');
    return lines.flatMap((line, index) => {
        const [, indent = '', name = ''] = /^( {4}| {8})(?:async )?(\w+)[:(]/.exec(line) ?? [];
        if (!vendorFacts.includes(name)) return [];
        return /https:\/\/|same page|not documented/i.test(commentAbove(lines.slice(0, index), indent)) ? [] : [name];
    });
}

/** The nearest comment at this indentation, within the same object. */
function commentAbove(lines: readonly string[], indent: string): string {
    const isComment = (line = '') => line.startsWith(`${indent}// `);
    const end = lines.findLastIndex((line) => isComment(line) || (line !== '' && !line.startsWith(indent)));
    if (!isComment(lines[end])) return '';
    const start = lines.findLastIndex((line, index) => index < end && !isComment(line));
    return lines.slice(start + 1, end + 1).join(' ');
}

function addressesOf(definition: Provider): string[] {
    const oauth = 'token_url' in definition ? [definition.token_url] : [];
    const authorization = definition.auth_mode === 'OAUTH2' ? [definition.authorization_url] : [];
    const proxy = definition.proxy ? [definition.proxy.base_url, ...(definition.proxy.verification?.endpoints ?? [])] : [];
    return [...oauth, ...authorization, ...proxy];
}

function strings(value: unknown): string[] {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
