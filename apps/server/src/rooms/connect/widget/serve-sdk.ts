import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Response } from 'express';
import type { Deps } from '../../../deps.ts';
import { version } from '../../../version.ts';

/** The script for a plain tag, and the modules for pages without a bundler. */
const files = ['connect.js', 'element.js', 'headless.js', 'index.js'];
const aYear = 'public, max-age=31536000, immutable';
const fiveMinutes = 'public, max-age=300';

/**
 * Serves the browser SDK under `/v1/` and, immutable, under its version, for use with an integrity
 * hash. `/v1/integrity.json` lists the hashes.
 */
export function serveSdk(app: Express, { config }: Pick<Deps, 'config'>, folder: string): void {
    for (const file of files) {
        const code = readBuilt(join(folder, file));
        app.get(`/v1/${file}`, (_request, response) => sendFile(response, code, fiveMinutes));
        app.get(`/v${version}/${file}`, (_request, response) => sendFile(response, code, aYear));
        app.get(`/v:other/${file}`, (_request, response) => {
            // Text: a script tag reads no JSON, and a developer opens the address.
            response
                .status(404)
                .type('text')
                .send(`This server has version ${version}. ${config.connectUrl}/v1/integrity.json tells its hashes.`);
        });
    }
    const hashes = readHashes(join(folder, 'integrity.json'), config.connectUrl);
    app.get('/v1/integrity.json', (_request, response) => {
        if (!hashes) return sendNotBuilt(response);
        setHeaders(response, fiveMinutes);
        response.json(hashes);
    });
}

function sendFile(response: Response, code: Buffer | undefined, cacheControl: string): void {
    if (!code) return sendNotBuilt(response);
    setHeaders(response, cacheControl);
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.send(code);
}

function readHashes(file: string, connectUrl: string): object | undefined {
    const built = readBuilt(file);
    if (!built) return undefined;
    // Written by the SDK's build.
    const known = Object.entries<string>(JSON.parse(built.toString('utf8')));
    return Object.fromEntries(known.map(([name, integrity]) => [name, { url: `${connectUrl}/v${version}/${name}`, integrity }]));
}

/** Read once, when the server starts: a response must not cost a file's worth of memory. */
function readBuilt(file: string): Buffer | undefined {
    return existsSync(file) ? readFileSync(file) : undefined;
}

function sendNotBuilt(response: Response): void {
    // Text: a script tag reads no JSON, and a developer opens the address.
    response.status(503).type('text').send('The SDK has not been built. Run `npm start`, or `npm run build` in packages/browser-sdk.');
}

/** Public files: any page may load them. */
function setHeaders(response: Response, cacheControl: string): void {
    response.set({ 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
}
