import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express, Response } from 'express';
import type { Deps } from '../../deps.ts';
import { version } from '../../version.ts';

/** The script for a plain tag, and the modules for pages without a bundler. */
const files = ['connect.js', 'element.js', 'headless.js', 'index.js'];
const aYear = 'public, max-age=31536000, immutable';
const fiveMinutes = 'public, max-age=300';

/**
 * Serves the browser SDK: under `/v1/` as it is now, and under its version for good, so that a page can name a file by its hash.
 * `/v1/integrity.json` says both.
 */
export function serveSdk(app: Express, { config }: Pick<Deps, 'config'>, folder: string): void {
    for (const file of files) {
        app.get(`/v1/${file}`, (_request, response) => sendFile(response, join(folder, file), fiveMinutes));
        app.get(`/v${version}/${file}`, (_request, response) => sendFile(response, join(folder, file), aYear));
        app.get(`/v:other/${file}`, (_request, response) => {
            response
                .status(404)
                .type('text')
                .send(`This server has version ${version}. ${config.connectUrl}/v1/integrity.json tells its hashes.`);
        });
    }
    app.get('/v1/integrity.json', (_request, response) => {
        const hashes = readBuilt(response, join(folder, 'integrity.json'));
        if (!hashes) return;
        // Written by the SDK's build.
        const known = Object.entries<string>(JSON.parse(hashes.toString('utf8')));
        setHeaders(response, fiveMinutes);
        response.json(
            Object.fromEntries(known.map(([file, integrity]) => [file, { url: `${config.connectUrl}/v${version}/${file}`, integrity }]))
        );
    });
}

function sendFile(response: Response, file: string, cacheControl: string): void {
    const code = readBuilt(response, file);
    if (!code) return;
    setHeaders(response, cacheControl);
    response.setHeader('content-type', 'text/javascript; charset=utf-8');
    response.send(code);
}

/** @returns undefined, having said so, when there is no build */
function readBuilt(response: Response, file: string): Buffer | undefined {
    if (existsSync(file)) return readFileSync(file);
    response.status(503).type('text').send('The SDK has not been built. Run `npm start`, or `npm run build` in packages/browser-sdk.');
    return undefined;
}

/** Any page may load these: they are the same for everybody. */
function setHeaders(response: Response, cacheControl: string): void {
    response.set({ 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
}
