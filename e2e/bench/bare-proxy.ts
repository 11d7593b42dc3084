/** The limit for the proxy: `node:http` in, undici out, one header added, nothing looked at. */
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'undici';
import { sendToParent } from './program.ts';

const pool = new Pool(process.argv[2] ?? '', { pipelining: 1 });
const server = createServer((request, response) => {
    const call = { method: 'GET', path: (request.url ?? '').slice('/proxy'.length), headers: { authorization: 'Bearer bench' } } as const;
    void pool
        .request(call)
        .then(({ statusCode, headers, body }) => pipeline(body, response.writeHead(statusCode, headers)))
        .catch(() => response.destroy());
}).listen(0, () => sendToParent(server.address()));
