import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import express, { type RequestHandler } from 'express';

const oneYearSeconds = 31_536_000;

/** Serves content-hashed files, in the build's Brotli form where clients accept it. */
export function builtFiles(folder: string): RequestHandler[] {
    const compressed = new Set(existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.br')) : []);
    const preferCompressed: RequestHandler = (request, response, next) => {
        const name = `${request.path.slice(1)}.br`;
        if (compressed.has(name)) {
            response.vary('accept-encoding');
            if (request.acceptsEncodings('br')) {
                response.type(extname(request.path)).setHeader('content-encoding', 'br');
                request.url = `/${name}`;
            }
        }
        next();
    };
    const send = express.static(folder, {
        index: false,
        fallthrough: false,
        setHeaders: (response) => {
            response.setHeader('cache-control', `public, max-age=${oneYearSeconds}, immutable`);
            response.setHeader('cross-origin-resource-policy', 'cross-origin');
        }
    });
    return [preferCompressed, send];
}
