import { once } from 'node:events';
import { createServer } from 'node:http';
import { defineEndpoint } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sessionTokenAuthenticator } from '../../rooms/connect/connect-sessions/authenticate-session.ts';
import { memberAuthenticator } from '../../rooms/management/members/dashboard-session.ts';
import { keyAuthenticators } from '../../rooms/platform/environments/authenticate-secret-key.ts';
import { jsonOrForm } from './json-or-form.ts';
import { mount } from './mount.ts';
import { createRateLimits } from './rate-limit.ts';
import { readBytes } from './read-request.ts';

const sendFile = defineEndpoint({
    id: 'sendFile',
    method: 'POST',
    path: '/files',
    summary: 'Send a file.',
    auth: [],
    body: z.strictObject({ file: z.string() }),
    parsedByFunction: true,
    form: z.strictObject({ file: z.string() }),
    success: { status: 200, body: z.object({ body: z.unknown(), form: z.string().nullable() }), example: { body: null, form: null } },
    example: { body: { file: 'aGVsbG8=' } }
});

let app: TestApp;
let url: string;
let close: () => void;
beforeAll(async () => {
    app = await startTestApp();
    const { deps } = app.server;
    const server = express();
    mount(
        server,
        jsonOrForm(sendFile, async (_deps, _input, { request, isForm, readJson }) => ({
            body: isForm ? null : await readJson(),
            form: isForm ? (await readBytes(request, 1000)).toString() : null
        })),
        {
            deps,
            authenticators: {
                ...keyAuthenticators(deps),
                connect_session: sessionTokenAuthenticator(deps),
                dashboard_session: memberAuthenticator(deps)
            },
            changes: { begin: () => Promise.resolve(undefined), refused: () => Promise.resolve() },
            limits: createRateLimits(0),
            admission: deps.admission
        }
    );
    const listener = createServer(server).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    url = `http://127.0.0.1:${Object(listener.address()).port}/files`;
    close = () => listener.close();
});
afterAll(async () => {
    close();
    await app[Symbol.asyncDispose]();
});

async function send(body: string | FormData, contentType?: string) {
    const response = await fetch(url, { method: 'POST', body, headers: contentType === undefined ? {} : { 'content-type': contentType } });
    return { status: response.status, json: await response.json() };
}

test('a form is read by the handler', async () => {
    const form = new FormData();
    form.set('file', new Blob(['hello']), 'hello.pdf');
    expect(await send(form)).toEqual({ status: 200, json: { body: null, form: expect.stringContaining('filename="hello.pdf"') } });
});

test('JSON is parsed, and not held to the schema that a function holds it to', async () => {
    expect(await send('{"file":1,"x":[true]}', 'application/json')).toEqual({
        status: 200,
        json: { body: { file: 1, x: [true] }, form: null }
    });
});

test('what cannot be stored is refused before a function sees it', async () => {
    expect(await send(String.raw`{"file":"\u0000"}`, 'application/json')).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid_body', errors: [{ path: ['file'] }] } }
    });
});

test.each(['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'])(
    'a body of %s is refused, with both types that there are',
    async (contentType) => {
        expect(await send('file=hello', contentType)).toMatchObject({
            status: 415,
            json: {
                error: {
                    code: 'invalid_content_type',
                    message: 'Content-Type header must be application/json or multipart/form-data'
                }
            }
        });
    }
);
