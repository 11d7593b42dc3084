import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMistakes } from './check-definition.ts';
import { destinationFields } from './destination-fields.ts';
import { visibleFields } from './fields.ts';
import { findProvider, providers, toPublicProvider } from './index.ts';
import { placeholders } from './interpolate.ts';

const all = [...providers.values()];
const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'texts')
    .map((entry) => entry.name);

/** Read by the server itself rather than by a template. */
const usedByTheServer = [
    ...['client_id', 'client_secret', 'token_id', 'token_secret', 'username', 'password', 'organization_id'].map(
        (name) => `credentials.${name}`
    ),
    'credentials.role_arn',
    'connectionConfig.external_id',
    'connectionConfig.region',
    'connectionConfig.oauth_scopes'
];

/** For any API, so that there is no page to name: `overrides` of a session have the operator's. */
const withoutVendor = ['private-api-basic', 'private-api-bearer', 'unauthenticated'];
/** Their vendor tells end users nothing of what is asked for, so steps do. */
const withoutPage = ['gem'];

/** Facts of the vendor: each needs its source in the nearest comment above, equally indented. */
const vendorFacts = [
    'authorization_url token_url revocation_url authorization_params token_params token_headers disable_pkce authorization_method',
    'body_format refresh no_refresh usual_lifetime_seconds redirect_uri_metadata scope_separator default_scopes scope_descriptions',
    'refuses_webviews base_url hosts headers verification rate_limits retry paginate idempotency checkCredentials identity identify',
    'installation revoke errors_in_success tokenFromAnswer webhooks verifyWebhook guide',
    'token_request_method token_response token_expires_in_ms additional_steps refresh_step token_step client_certificate',
    'request_url request_params request_http_method token_http_method signature_method'
].flatMap((names) => names.split(' '));

test('the fields that choose a host freely are those of private APIs and of software on hosts of its own', () => {
    const free = all.flatMap((definition) => destinationFields(definition).map((name) => `${definition.id}.${name}`));
    expect(free).toEqual([
        'mcp-generic.mcp_server_url',
        'private-api-basic.base_url',
        'private-api-bearer.base_url',
        'woocommerce.storeURL',
        'wordpress-site.siteURL'
    ]);
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
        if (['OAUTH2', 'OAUTH1', 'APP', 'CUSTOM'].includes(definition.auth_mode)) expect(setup.text).toMatch(/redirect URI/);
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

    test('names the page of its vendor beside each fact', () => {
        if (definition.sandbox || withoutVendor.includes(id)) return;
        expect(factsWithoutSource(readFileSync(join(import.meta.dirname, id, 'provider.ts'), 'utf8'))).toEqual([]);
    });

    test('says how sure its facts are, and is not documented where one is said to be not', () => {
        const { certainty, sandbox } = definition;
        expect(certainty === undefined).toBe(sandbox === true || withoutVendor.includes(id));
        if (!certainty) return;
        expect(certainty.checked_on).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
        const source = readFileSync(join(import.meta.dirname, id, 'provider.ts'), 'utf8');
        expect([certainty.level, /not documented/i.test(source)]).not.toEqual(['documented', true]);
    });

    test('breaks no rule that a definition has to keep', () => {
        expect(findMistakes(definition)).toEqual([]);
        const usesSandbox = strings(data).some((text) => text.includes('${sandboxUrl}'));
        expect(usesSandbox).toBe(definition.sandbox === true);
    });

    test('uses every field that it declares', () => {
        const referred = new Set(strings(data).flatMap((text) => (text.includes('${') ? placeholders(text) : [])));
        const hooks = Object.values(definition)
            .filter((value) => typeof value === 'function')
            .join();
        const isUsed = (path: string, name: string) =>
            referred.has(path) || referred.has(name) || usedByTheServer.includes(path) || new RegExp(`\\b${name}\\b`).test(hooks);
        expect(Object.keys(definition.credentials ?? {}).filter((name) => !isUsed(`credentials.${name}`, name))).toEqual([]);
        // What the response about who signed in brings may be for the paths of callers alone.
        const step = definition.auth_mode === 'OAUTH2' ? definition.token_step : undefined;
        const brought = Object.keys({ ...definition.identity?.connection_config, ...step?.connection_config });
        const used = (name: string) => brought.includes(name) || isUsed(`connectionConfig.${name}`, name);
        expect(Object.keys(definition.connection_config ?? {}).filter((name) => !used(name))).toEqual([]);
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

function strings(value: unknown): string[] {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
