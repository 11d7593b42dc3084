/** The API that is called through proxies: `/bytes/<count>` answers so many bytes. */
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { sendToParent } from './program.ts';

const piece = Buffer.alloc(64 * 1024, 'x');

function* pieces(bytes: number): Generator<Buffer> {
    for (let left = bytes; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece;
}

const server = createServer((request, response) => {
    const bytes = Number(request.url?.split('/').at(-1));
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
    if (bytes <= piece.length) response.end(piece.subarray(0, bytes));
    // A proxy that is stopped goes away in the middle.
    else void pipeline(Readable.from(pieces(bytes)), response).catch(() => undefined);
}).listen(0, () => sendToParent(server.address()));
