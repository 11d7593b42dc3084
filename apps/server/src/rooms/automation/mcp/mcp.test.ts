import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { pauseFunctions, startFunctions } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actionFlow, deployAll } from '../deployments/deployments.fixtures.ts';
import { connectGem, control, headers, outcome, send, startGemApp } from '../syncs/syncs.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startGemApp({ runsJobs: false });
    await control(app, 'size', { candidates: 20 });
    await connectGem(app);
});
beforeEach(() => deployAll(app, []));
afterAll(() => app[Symbol.asyncDispose]());

/** The official client, connected. */
async function connect({ token = app.keys.dev, path = '/mcp' }: { token?: string; path?: string } = {}): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { ...headers, authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(path, app.url), { requestInit }));
    return client;
}
const textOf = (result: Awaited<ReturnType<Client['callTool']>>) => {
    const [first] = result.content as { type: string; text: string }[];
    return JSON.parse(first?.text ?? 'null') as Record<string, unknown>;
};
const userId = async () => {
    const { body } = await send(app, 'GET', '/proxy/ats/v0/users/?per_page=1', undefined, { headers });
    return (body as { id: string }[])[0]?.id ?? '';
};

test('the actions of a connection are tools with their schemas', async () => {
    const definitions = {
        In: { type: 'object', properties: { a: { $ref: '#/definitions/Inner' } }, required: ['a'] },
        Inner: { type: 'number' },
        Out: { type: 'number' }
    };
    const own = await actionFlow('add-one', 'return input.a + 1;', {
        models: ['Out'],
        input: 'In',
        models_json_schema: { definitions },
        metadata: { description: 'Adds one.', scopes: [] }
    });
    await deployAll(app, [own]);
    const client = await connect();
    const body = { provider_config_key: 'gem', connection_id: 'c1', functions: [{ type: 'action' as const, name: 'add-one' }] };
    await app.call(pauseFunctions, { body });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('add-one');
    await app.call(startFunctions, { body });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'create-note')).toMatchObject({
        description: expect.stringMatching(/note/i),
        inputSchema: { type: 'object', required: expect.arrayContaining(['candidate_id']) },
        outputSchema: { type: 'object' }
    });
    expect(tools.find(({ name }) => name === 'add-one')).toMatchObject({
        description: 'Adds one.',
        inputSchema: { type: 'object', properties: { a: { $ref: '#/definitions/Inner' } }, definitions: { Inner: { type: 'number' } } }
    });
    expect(textOf(await client.callTool({ name: 'add-one', arguments: { a: 1 } }))).toBe(2);
    await client.close();
});

test('a tool does at the provider what the action does, and an error says what is wrong', async () => {
    const client = await connect({ path: '/v1/mcp' });
    const created = await client.callTool({
        name: 'create-candidate',
        arguments: {
            created_by: await userId(),
            first_name: 'Ada',
            last_name: 'By tool',
            emails: [{ email_address: 'ada@example.com', is_primary: true }]
        }
    });
    expect(created.isError ?? false).toBe(false);
    expect(created.structuredContent).toMatchObject({ first_name: 'Ada', id: expect.any(String) });
    const wrong = await client.callTool({ name: 'create-candidate', arguments: { created_by: 1 } });
    expect(wrong.isError).toBe(true);
    expect(textOf(wrong)).toMatchObject({ code: 'invalid_action_input', message: expect.stringMatching(/created_by/) });
    const unknown = await client.callTool({ name: 'nothing', arguments: {} });
    expect(unknown.isError).toBe(true);
    await client.close();
});

test('input that is no object is a field of one', async () => {
    const own = await actionFlow('shout', 'return input.toUpperCase();', {
        input: 'In',
        models_json_schema: { definitions: { In: { type: 'string' } } }
    });
    await deployAll(app, [own]);
    const client = await connect();
    expect((await client.listTools()).tools.find(({ name }) => name === 'shout')?.inputSchema).toEqual({
        type: 'object',
        properties: { input: { type: 'string' } },
        required: ['input']
    });
    expect(textOf(await client.callTool({ name: 'shout', arguments: { input: 'loud' } }))).toBe('LOUD');
    await client.close();
});

test('an action that is switched off is no tool', async () => {
    await send(app, 'PATCH', '/integrations/gem/functions/action/create-note', { enabled: false });
    const client = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('create-note');
    expect((await client.callTool({ name: 'create-note', arguments: {} })).isError).toBe(true);
    await client.close();
    await send(app, 'PATCH', '/integrations/gem/functions/action/create-note', { enabled: true });
});

test('a key of another environment, or without the scope, and an unknown connection are refused', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const call = (more: Record<string, string>, token?: string) =>
        send(app, 'POST', '/mcp', message, {
            headers: { ...headers, accept: 'application/json, text/event-stream', ...more },
            ...(token && { token })
        });
    expect(outcome(await call({}, app.keys.prod))).toBe('400 unknown_connection');
    expect(outcome(await call({ 'connection-id': 'c9' }))).toBe('400 unknown_connection');
    const { body } = await send(app, 'POST', '/environment/api-keys', { display_name: 'Reader', scopes: ['environment:records:read'] });
    const { secret } = (body as { data: { secret: string } }).data;
    expect(outcome(await call({}, secret))).toBe('403 forbidden');
    const scoped = await send(app, 'POST', '/environment/api-keys', { display_name: 'Agent', scopes: ['environment:actions:execute'] });
    const client = await connect({ token: (scoped.body as { data: { secret: string } }).data.secret });
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    await client.close();
});

test('what is no message of the protocol is refused', async () => {
    const more = { headers: { ...headers, accept: 'application/json, text/event-stream' } };
    expect((await send(app, 'POST', '/mcp', { hello: 1 }, more)).status).toBe(400);
    expect((await send(app, 'GET', '/mcp', undefined, { headers })).status).toBe(405);
});

test('nothing is subscribed to: each response ends', async () => {
    const version = '2026-07-28';
    const params = {
        notifications: { toolsListChanged: true },
        _meta: {
            'io.modelcontextprotocol/protocolVersion': version,
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
            'io.modelcontextprotocol/clientCapabilities': {}
        }
    };
    const more = { 'mcp-protocol-version': version, 'mcp-method': 'subscriptions/listen', accept: 'application/json, text/event-stream' };
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params };
    const { status, body } = await send(app, 'POST', '/mcp', listen, { headers: { ...headers, ...more } });
    expect({ status, body }).toMatchObject({ body: { error: { message: expect.stringMatching(/subscription/i) } } });
});

test('many tools come page by page, and one with a long name has a shorter one', async () => {
    const long = `long-${'n'.repeat(200)}`;
    const names = [...Array.from({ length: 150 }, (_, index) => `many-${index}`), long, `${long}-other`];
    const first = await actionFlow('many', 'return input.a + 1;');
    const flows = names.map((syncName) => ({ ...first, syncName }));
    for (let from = 0; from < flows.length; from += 50)
        expect(outcome(await deployAll(app, flows.slice(from, from + 50), { reconcile: false }))).toBe('200');
    const client = await connect();
    const pages: string[][] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const { tools, nextCursor } = await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } });
        pages.push(tools.map(({ name }) => name));
        cursor = nextCursor;
    }
    const all = pages.flat();
    expect(pages.map(({ length }) => length)[0]).toBe(100);
    expect(new Set(all).size).toBe(all.length);
    for (const name of names.slice(0, 150)) expect(all).toContain(name);
    expect(all.filter((name) => name.length > 128)).toEqual([]);
    const shortened = all.filter((name) => name.startsWith('long-'));
    expect(shortened).toHaveLength(2);
    for (const name of shortened) expect(textOf(await client.callTool({ name, arguments: { a: 1 } }))).toBe(2);
    await expect(client.request({ method: 'tools/list', params: { cursor: 'x' } })).rejects.toMatchObject({ code: -32602 });
    await client.close();
});
