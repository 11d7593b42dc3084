import { expect, test } from 'vitest';
import { findMistakes } from './check-definition.ts';
import type { FormField } from './form-field.ts';
import { type ApiKeyProvider, defineProvider, type OAuth2Provider } from './provider.ts';

const right = defineProvider({
    id: 'acme',
    display_name: 'Acme',
    categories: ['crm'],
    auth_mode: 'API_KEY',
    docs: 'https://acme.example/docs',
    credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
    connection_config: {
        region: { type: 'string', title: 'Region', enum: ['eu', 'us'], enum_labels: { eu: 'Europe', us: 'United States' } },
        team: { type: 'string', title: 'Team', pattern: '^[a-z]+$', example: 'north', visible_when: { field: 'region', equals: 'eu' } }
    },
    proxy: {
        base_url: 'https://${connectionConfig.region}.acme.example',
        headers: { authorization: 'Bearer ${apiKey}' },
        verification: { method: 'GET', endpoints: ['/me'] }
    }
});
const signIn = defineProvider({
    id: 'acme',
    display_name: 'Acme',
    categories: ['crm'],
    auth_mode: 'OAUTH2',
    docs: 'https://acme.example/docs',
    authorization_url: 'https://acme.example/authorize',
    token_url: 'https://acme.example/token',
    refresh: { rotation: 'strict' },
    no_check: 'A token that was issued is the check.',
    proxy: { base_url: 'https://api.acme.example', headers: { authorization: 'Bearer ${accessToken}' } }
});

const { proxy } = right;
const changed = (change: Partial<ApiKeyProvider>) => ({ ...right, ...change });
const withProxy = (change: Partial<ApiKeyProvider['proxy']>) => changed({ proxy: { ...proxy, ...change } });
const withTeam = (change: Partial<FormField>) =>
    changed({ connection_config: { ...right.connection_config, team: { type: 'string', title: 'Team', ...change } } });
const signingIn = (change: Partial<OAuth2Provider>) => ({ ...signIn, ...change });
const limits = (...windows: [requests: number, seconds: number][]) =>
    withProxy({ rate_limits: { per: 'client', windows: windows.map(([requests, per_seconds]) => ({ requests, per_seconds })) } });

test('what keeps the rules has no mistakes', () => {
    expect([findMistakes(right), findMistakes(signIn)]).toEqual([[], []]);
});

test.each([
    ['id', changed({ id: 'Acme CRM' })],
    ['display_name', changed({ display_name: ' ' })],
    ['categories', changed({ categories: [] })],
    ['docs', changed({ docs: 'acme.example' })],
    ['proxy.base_url', withProxy({ base_url: 'https://acme.example/' })],
    ['proxy.base_url', withProxy({ base_url: 'http://acme.example' })],
    ['proxy.base_url', withProxy({ base_url: 'https://${connectionConfig.city}.acme.example' })],
    ['proxy.base_url', withProxy({ base_url: 'https://${connectionConfig.region' })],
    ['proxy.base_url', withProxy({ base_url: '${sandboxUrl}/acme' })],
    ['proxy.base_url', withProxy({ base_url: 'https://acme.example/${apiKey}' })],
    ['proxy.query.key', withProxy({ query: { key: '${apiKey}' } })],
    ['proxy.verification.endpoints.0', withProxy({ verification: { method: 'GET', endpoints: ['/me?key=${apiKey}'] } })],
    ['proxy.headers', withProxy({ headers: { accept: 'application/json' } })],
    ['proxy.hosts', withProxy({ hosts: ['https://acme.example'] })],
    ['proxy.retry.after', withProxy({ retry: { after: 'Retry-After' } })],
    ['proxy.retry.error_code', withProxy({ retry: { error_code: ['five hundred'] } })],
    ['proxy.retry.rate_limited.status', withProxy({ retry: { rate_limited: { status: 429 } } })],
    ['proxy.credentials_refused.status', withProxy({ credentials_refused: { status: 401, header: 'x-error', value: 'a' } })],
    ['proxy.paginate.limit', withProxy({ paginate: { type: 'link', link_rel_in_response_header: 'next', limit: 10 } })],
    [
        'proxy.paginate.omits_empty_list',
        withProxy({ paginate: { type: 'offset', offset_name_in_request: 'page', omits_empty_list: true } })
    ],
    ['proxy.rate_limits.windows', limits()],
    ['proxy.rate_limits.windows', limits([1.5, 1])],
    ['proxy.rate_limits.windows', limits([10, 1], [10, 60])],
    ['proxy.rate_limits.windows', limits([10, 1], [600, 60])],
    ['proxy.rate_limits.per', withProxy({ rate_limits: { per: 'everyone', windows: [{ requests: 1, per_seconds: 1 }] } })],
    ['proxy.verification', withProxy({ verification: undefined } as never)],
    ['no_check', changed({ no_check: 'There is none.' })],
    ['identity.connection_config.site', changed({ identity: { url: '/me', id: 'id', label: [], connection_config: { site: 'id' } } })],
    ['connection_config.team.title', withTeam({ title: 'team:' })],
    ['connection_config.team.pattern', withTeam({ pattern: '[a-z]+' })],
    ['connection_config.team.pattern', withTeam({ pattern: '^(a$' })],
    ['connection_config.team.example', withTeam({ pattern: '^[a-z]+$', example: '7' })],
    ['connection_config.team.enum_labels', withTeam({ enum: ['a', 'b'], enum_labels: { a: 'A' } })],
    ['connection_config.team.visible_when', withTeam({ visible_when: { field: 'region', equals: 'mars' } })],
    [
        'connection_config.apiSecret',
        changed({ connection_config: { apiSecret: { type: 'string', title: 'Secret' }, ...right.connection_config } })
    ],
    ['token_url', signingIn({ token_url: 'http://acme.example/token' })],
    ['token_url', signingIn({ token_url: 'https://acme.example/${clientSecret}' })],
    ['refresh', { ...signIn, refresh: undefined } as never],
    ['no_refresh', signingIn({ no_refresh: 'There is none.' })],
    ['refresh.grace_seconds', signingIn({ refresh: { rotation: 'strict', grace_seconds: 60 } })],
    ['refresh.idle_hours', signingIn({ refresh: { idle_hours: 1 } })],
    ['refresh.min_interval_seconds', signingIn({ refresh: { min_interval_seconds: 7200 } })]
])('what breaks a rule is named by its path: %s', (path, definition) => {
    expect(findMistakes(definition).map((mistake) => mistake.path)).toContain(path);
});

test('an OAuth app sends its secret to no host that an end user types', () => {
    const host: FormField = { type: 'string', title: 'Host', example: 'north.acme.example' };
    const hosted = (field: FormField) =>
        signingIn({ token_url: 'https://${connectionConfig.host}/token', connection_config: { host: field } });
    expect(findMistakes(hosted(host)).map(({ path }) => path)).toEqual(['connection_config.host']);
    expect(findMistakes(hosted({ ...host, pattern: '^.+$' })).map(({ path }) => path)).toEqual(['connection_config.host.pattern']);
    expect(findMistakes(hosted({ ...host, pattern: '^[a-z]+\\.acme\\.example$' }))).toEqual([]);
});
