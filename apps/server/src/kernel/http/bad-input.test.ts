import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { endpoints, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, errorOf, outcomeOf, sampleOf, sendJson, sendSample, storedText } from '../../api.fixtures.ts';

let app: TestApp;
let stored: string;
beforeAll(async () => {
    // Before the day on which the removed endpoints stop being served.
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
    await app.integrate('unauthenticated');
    await app.call(importConnection, {
        body: { provider_config_key: 'unauthenticated', connection_id: 'c1', credentials: { type: 'NONE' } }
    });
    // Marks the key as used an hour from now, and not again while these tests run.
    app.clock.advance(3_600_000);
    await app.raw('/connections');
    app.clock.advance(-3_600_000);
    stored = await storedText(app.db);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Nothing was stored, nothing failed, and the server is well. */
async function expectUnharmed(): Promise<void> {
    expect(await storedText(app.db)).toBe(stored);
    expect((await app.raw('/health')).json).toEqual({ result: 'ok' });
    const failures = app.logLines.filter((line) => /"level":"(error|warn)"/.test(line));
    expect(failures).toEqual([]);
}
afterEach(expectUnharmed);

/** A refusal in the one shape that refusals have, without anything from inside. */
function expectRefusal(response: ApiResponse, outcome: string): void {
    expect(outcomeOf(response)).toBe(outcome);
    expect(errorOf(response).message).toMatch(/\w{3} .+/);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.text).not.toMatch(/node_modules|\.ts:\d|at \w+ \(|select |insert |zod/i);
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const user = (rest: string) => `{"end_user":{"id":"u"}${rest}}`;
const importing = (metadata: string) => `{"provider_config_key":"unauthenticated","credentials":{"type":"NONE"},"metadata":${metadata}}`;

test.each([
    [
        'an unknown key',
        '/connect/sessions',
        user(',"colour":"red"'),
        'invalid_body',
        [{ code: 'unrecognized_keys', message: 'Unrecognized key: "colour"', path: [] }]
    ],
    [
        'two unknown keys',
        '/connect/sessions',
        user(',"a":1,"b":2'),
        'invalid_body',
        [{ code: 'unrecognized_keys', message: 'Unrecognized keys: "a", "b"', path: [] }]
    ],
    [
        'an unknown key inside',
        '/connect/sessions',
        '{"end_user":{"id":"u","role":"admin"}}',
        'invalid_body',
        [{ code: 'unrecognized_keys', message: 'Unrecognized key: "role"', path: ['end_user'] }]
    ],
    [
        'a wrong type',
        '/connect/sessions',
        '{"end_user":{"id":7}}',
        'invalid_body',
        [{ code: 'invalid_type', message: 'Invalid input: expected string, received number', path: ['end_user', 'id'] }]
    ],
    [
        'an array for an object',
        '/connect/sessions',
        '[]',
        'invalid_body',
        [{ code: 'invalid_type', message: 'Invalid input: expected object, received array', path: [] }]
    ],
    [
        'null for an object',
        '/connect/sessions',
        'null',
        'invalid_body',
        [{ code: 'invalid_type', message: 'Invalid input: expected object, received null', path: [] }]
    ],
    [
        'no body',
        '/connect/sessions',
        '',
        'invalid_body',
        [{ code: 'invalid_type', message: 'Invalid input: expected object, received undefined', path: [] }]
    ],
    [
        'an empty text',
        '/connect/sessions',
        '{"end_user":{"id":""}}',
        'invalid_body',
        [{ code: 'too_small', message: 'Too small: expected string to have >=1 characters', path: ['end_user', 'id'] }]
    ],
    [
        'a bad e-mail address',
        '/connect/sessions',
        '{"end_user":{"id":"u","email":"nobody"}}',
        'invalid_body',
        [{ code: 'invalid_format', message: 'Invalid email address', path: ['end_user', 'email'] }]
    ],
    [
        'NUL in a text',
        '/connect/sessions',
        '{"end_user":{"id":"a\\u0000b"}}',
        'invalid_body',
        [expect.objectContaining({ path: ['end_user', 'id'], message: expect.stringContaining('NUL') })]
    ],
    [
        'half of a surrogate pair',
        '/connections',
        importing('{"note":"\\ud83d"}'),
        'invalid_body',
        [expect.objectContaining({ path: ['metadata', 'note'], message: expect.stringContaining('surrogate') })]
    ],
    [
        'a number beyond all numbers',
        '/connections',
        importing('{"n":[1,1e999]}'),
        'invalid_body',
        [expect.objectContaining({ path: ['metadata', 'n', '1'], message: 'This number is too large.' })]
    ],
    [
        'T-40: __proto__ in an open object',
        '/connections',
        importing('{"__proto__":{"polluted":true}}'),
        'invalid_body',
        [expect.objectContaining({ path: ['metadata', '__proto__'] })]
    ],
    [
        'T-40: __proto__ deep inside',
        '/connections',
        importing('{"a":[{"__proto__":{"polluted":true}}]}'),
        'invalid_body',
        [expect.objectContaining({ path: ['metadata', 'a', '0', '__proto__'] })]
    ],
    [
        'T-40: __proto__ for an integration',
        '/connect/sessions',
        user(',"integrations_config_defaults":{"__proto__":{"user_scopes":"x"}}'),
        'invalid_body',
        [expect.objectContaining({ path: ['integrations_config_defaults', '__proto__'] })]
    ],
    [
        'T-40: __proto__ at the root',
        '/connect/sessions',
        '{"__proto__":{"end_user":{"id":"u"}}}',
        'invalid_body',
        [expect.objectContaining({ path: ['__proto__'] })]
    ],
    [
        'T-40: constructor for an integration',
        '/connect/sessions',
        user(',"overrides":{"constructor":{}}'),
        'invalid_body',
        [{ code: 'custom', message: 'Integration does not exist', path: ['overrides', 'constructor'] }]
    ]
])('a body is refused with the errors of its fields: %s', async (_what, path, body, code, errors) => {
    const response = await sendJson(app, 'POST', path, body);
    expectRefusal(response, `400 ${code}`);
    expect(errorOf(response).errors).toEqual(errors);
    expect(Object('')).not.toHaveProperty('polluted');
});

test.each([
    ['broken JSON', '{"end_user":', 'The body is not valid JSON in UTF-8.'],
    ['text that is no JSON', 'hello', 'The body is not valid JSON in UTF-8.'],
    ['a repeated key', '{"end_user":{"id":"a","id":"b"}}', 'The key "id" is given twice in one object.'],
    ['a repeated key in another spelling', '{"end_user":{"id":"a","\\u0069d":"b"}}', 'The key "id" is given twice in one object.'],
    ['T-41: 33 levels', nested(33), 'The body is nested too deeply: at most 32 levels.'],
    ['T-41: 100,000 levels', '['.repeat(100_000), 'The body is nested too deeply: at most 32 levels.']
])('invalid_json: %s', async (_what, body, message) => {
    const response = await sendJson(app, 'POST', '/connect/sessions', body);
    expectRefusal(response, '400 invalid_json');
    expect(errorOf(response).message).toBe(message);
});

test('32 levels are not too deep for JSON, only for a field', async () => {
    const response = await sendJson(app, 'POST', '/connections', importing(nested(31)));
    expectRefusal(response, '400 invalid_body');
    expect(errorOf(response).errors).toEqual([{ code: 'custom', message: 'Too deep: at most 5 levels.', path: ['metadata'] }]);
});

test('a broken body is not quoted, because it may hold credentials', async () => {
    const response = await sendJson(app, 'POST', '/connections', '{"credentials":{"apiKey":"canary-in-a-broken-body"');
    expectRefusal(response, '400 invalid_json');
    expect(response.text).not.toContain('canary');
});

test.each([
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['an overlong NUL', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0x80]), Buffer.from('"}')])],
    ['a surrogate in bytes', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"end_user":{"id":"u"}}', 'utf16le')]
])('%s is refused', async (what, body) => {
    const response = await app.raw('/connect/sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expectRefusal(response, '400 invalid_json');
    if (what !== 'UTF-16') expect(errorOf(response).message).toBe('The body is not valid UTF-8.');
});

test.each([
    ['an unknown parameter', '/connections?colour=red', [{ code: 'unrecognized_keys', message: 'Unrecognized key: "colour"', path: [] }]],
    [
        'a parameter where there are none',
        '/integrations?limit=1',
        [{ code: 'unrecognized_keys', message: 'Unrecognized key: "limit"', path: [] }]
    ],
    [
        'T-43: a repeated parameter',
        '/connections?limit=1&limit=2',
        [expect.objectContaining({ path: ['limit'], message: 'limit is given more than once.' })]
    ],
    ['T-43: a repeated parameter in brackets', '/connections?tags[a]=1&tags[a]=2', [expect.objectContaining({ path: ['tags', 'a'] })]],
    ['T-43: an array in brackets', '/connections?limit[]=1', [expect.objectContaining({ code: 'unrecognized_keys' })]],
    ['T-43: two levels of brackets', '/connections?tags[a][b]=1', [expect.objectContaining({ code: 'unrecognized_keys' })]],
    ['T-43: brackets and no brackets', '/connections?tags=x&tags[a]=1', [expect.objectContaining({ path: ['tags', 'a'] })]],
    ['T-40: __proto__ in brackets', '/connections?tags[__proto__]=1', [expect.objectContaining({ path: ['tags', '__proto__'] })]],
    ['T-40: __proto__ as a parameter', '/connections?__proto__=1', [expect.objectContaining({ path: ['__proto__'] })]],
    ['a limit of zero', '/connections?limit=0', [{ code: 'too_small', message: 'Too small: expected number to be >=1', path: ['limit'] }]],
    [
        'a limit too high',
        '/connections?limit=2001',
        [{ code: 'too_big', message: 'Too big: expected number to be <=2000', path: ['limit'] }]
    ],
    ['a limit that is no number', '/connections?limit=many', [expect.objectContaining({ code: 'invalid_type', path: ['limit'] })]],
    ['NUL', '/connections?search=%00', [expect.objectContaining({ path: ['search'] })]],
    [
        'a missing parameter',
        '/connections/c1',
        [{ code: 'invalid_type', message: 'Invalid input: expected string, received undefined', path: ['provider_config_key'] }]
    ],
    [
        'a wrong boolean',
        '/connections/c1?provider_config_key=a&refresh_token=maybe',
        [expect.objectContaining({ path: ['refresh_token'] })]
    ],
    [
        'a wrong choice',
        '/integrations/a?include=everything',
        [
            {
                code: 'invalid_value',
                message: 'Invalid option: expected one of "webhook"|"credentials"|"connections"',
                path: ['include', '0']
            }
        ]
    ]
])('invalid_query_params: %s', async (_what, path, errors) => {
    const response = await app.raw(path);
    expectRefusal(response, '400 invalid_query_params');
    expect(errorOf(response).errors).toEqual(errors);
});

test('T-43: the server refuses thousands of parameters within a second of its processor', async () => {
    const query = Array.from({ length: 1500 }, (_, index) => `a[${index}]=1`).join('&');
    const before = process.cpuUsage();
    expectRefusal(await app.raw(`/connections?${query}`), '400 invalid_query_params');
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});

test.each([
    ['bad percent-encoding', 'GET', '/integrations/%E0%A4%A', '400 invalid_uri_params'],
    ['a lone percent sign', 'GET', '/v1/integrations/100%', '400 invalid_uri_params'],
    ['NUL in the path', 'GET', '/integrations/a%00b', '400 invalid_uri_params'],
    ['characters that no integration has', 'GET', '/integrations/%3Cscript%3E', '400 invalid_uri_params'],
    ['an unknown path', 'GET', '/nothing/here', '404 not_found'],
    ['an unknown path under /v1', 'GET', '/v1/nothing', '404 not_found'],
    ['a double prefix', 'GET', '/v1/v1/integrations', '404 not_found'],
    ['an unknown method', 'PUT', '/integrations', '405 method_not_allowed'],
    ['dot segments', 'GET', '/integrations/..%2F..%2Fetc%2Fpasswd', '400 invalid_uri_params']
])('refused: %s, %s %s with %s', async (_what, method, path, outcome) => {
    expectRefusal(await app.raw(path, { method }), outcome);
});

test.each([
    [
        'POST',
        '/connect/sessions',
        '{}',
        'The body does not match the documented shape: see createConnectSession (POST /connect/sessions) in /openapi.json.'
    ],
    [
        'GET',
        '/integrations?x=1',
        undefined,
        'The query parameters do not match the documented shape: see listIntegrations (GET /integrations) in /openapi.json.'
    ]
])('%s %s says where its shape is documented', async (method, path, body, message) => {
    const headers = { 'content-type': 'application/json' };
    expect(errorOf(await app.raw(path, { method, headers, ...(body === undefined ? {} : { body }) })).message).toBe(message);
});

test('a header that is out of bounds is named', async () => {
    const response = await app.raw('/connect/sessions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(256) },
        body: user('')
    });
    expectRefusal(response, '400 invalid_headers');
    expect(errorOf(response).errors).toEqual([
        { code: 'too_big', message: 'Too big: expected string to have <=255 characters', path: ['idempotency-key'] }
    ]);
});

test('T-42: compressed bodies are refused unread', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity']) {
        const response = await app.raw('/connect/sessions', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'content-encoding': encoding },
            body: bomb
        });
        expectRefusal(response, '415 unsupported_content_encoding');
    }
});

const contentTypes = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'text/json',
    'application/jsonp',
    'application/xml',
    ''
];
test.each(contentTypes)('T-48: a body of type "%s" is refused on every endpoint that takes one', async (contentType) => {
    const isForm = contentType.startsWith('multipart/form-data');
    for (const endpoint of endpoints.filter(
        ({ body, method, auth, form }) => body && method !== 'ANY' && auth.includes('secret_key') && !(form && isForm)
    )) {
        const { params = {}, query = {}, headers = {}, body } = sampleOf(endpoint);
        const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
        const response = await app.raw(`${path}?${new URLSearchParams(query)}`, {
            method: endpoint.method,
            headers: { ...headers, 'content-type': contentType },
            body: Buffer.from(JSON.stringify(body))
        });
        expectRefusal(response, '415 invalid_content_type');
        const taken = endpoint.form ? 'application/json or multipart/form-data' : 'application/json';
        expect(errorOf(response).message).toBe(`Content-Type header must be ${taken}`);
    }
});

test('T-48: a body where none is taken is refused; an empty object is taken for none', async () => {
    const path = '/connections/unknown?provider_config_key=unknown';
    const response = await sendJson(app, 'DELETE', path, '{"force":true}');
    expectRefusal(response, '400 invalid_body');
    expect(errorOf(response).errors).toEqual([{ code: 'unrecognized_keys', message: 'Unrecognized key: "force"', path: [] }]);
    expect(outcomeOf(await sendJson(app, 'DELETE', path, '{}'))).toBe('400 unknown_connection');
});

test('T-39: no body schema takes properties that are the server’s to set', async () => {
    // Here the body, or what it does not name, is the customer's own; or the provider's.
    const open = [
        'triggerAction',
        'importConnectionLegacy',
        'setMetadataLegacy',
        'updateMetadataLegacy',
        'connectWithTwoStep',
        'connectWithJwt',
        'callMcp',
        'callCustomEndpoint'
    ];
    const checked: string[] = [];
    for (const endpoint of endpoints.filter(({ body, parsedByFunction }) => body && !parsedByFunction)) {
        if (open.includes(endpoint.id)) continue;
        for (const name of ['id', 'environment_id', 'created_at', 'role', 'secret_hash', 'verified_at']) {
            // With an account key the caller says which environment it is about.
            if (name === 'environment_id' && endpoint.auth.includes('account_key')) continue;
            const body = { ...sampleOf(endpoint).body, [name]: 'mine' };
            const parsed = endpoint.body?.safeParse(body);
            expect([endpoint.id, parsed?.error?.issues]).toEqual([
                endpoint.id,
                expect.arrayContaining([expect.objectContaining({ code: 'unrecognized_keys', keys: [name], path: [] })])
            ]);
        }
        checked.push(endpoint.id);
    }
    expect(checked.length).toBeGreaterThan(12);
    const response = await sendJson(app, 'PATCH', '/connections/c1?provider_config_key=unauthenticated', { id: 7, environment_id: 'prod' });
    expectRefusal(response, '400 invalid_body');
});

test('T-44: the server refuses values made to be slow to check within a second of its processor', async () => {
    const attacks = [
        'a'.repeat(50_000),
        `${'a@'.repeat(20_000)}b`,
        `${'1'.repeat(40_000)}!`,
        `http://${'a.'.repeat(20_000)}`,
        ' '.repeat(50_000)
    ];
    for (const text of attacks) {
        const before = process.cpuUsage();
        const body = {
            end_user: { id: text, email: text, tags: { [text]: text } },
            tags: { [text]: text },
            allowed_origins: [text],
            webhook_url_override: text,
            allowed_integrations: [text]
        };
        expectRefusal(await sendJson(app, 'POST', '/connect/sessions', body), '400 invalid_body');
        expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    }
});

test('a thousand random bodies get a response that is not a failure of ours', async () => {
    for (let index = 0; index < 1000; index++) {
        const endpoint = endpoints.filter(({ body, auth }) => body && auth.includes('secret_key'))[index % 10];
        if (!endpoint) continue;
        const { params = {} } = sampleOf(endpoint);
        const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
        const response = await app.raw(path, {
            method: endpoint.method,
            headers: { 'content-type': 'application/json' },
            body: randomBytes(index % 64)
        });
        expect([400, 404].includes(response.status), `${endpoint.id} ${outcomeOf(response)}`).toBe(true);
    }
});

test('nothing of this has touched a request that is right', async () => {
    const endpoint = endpoints.find(({ id }) => id === 'getConnection');
    if (!endpoint) throw new Error('There is no getConnection.');
    expect((await sendSample(app, endpoint)).status).toBe(400);
    expect((await app.raw('/connections?connectionId=c1')).json).toEqual({
        connections: [expect.objectContaining({ connection_id: 'c1' })]
    });
});
