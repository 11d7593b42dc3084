import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@patchbay/contracts';
import type { Express, Response } from 'express';
import type { Deps } from '../../../deps.ts';
import { sendPlainError } from '../../../kernel/http/error-response.ts';
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
            const message = `This server has version ${version}. ${config.connectUrl}/v1/integrity.json tells its hashes.`;
            sendPlainError(response, new AppError('not_found', { message }), 'text');
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
    const known = Object.entries(JSON.parse(built.toString('utf8')) as Record<string, string>);
    return Object.fromEntries(known.map(([name, integrity]) => [name, { url: `${connectUrl}/v${version}/${name}`, integrity }]));
}

/** Read once, when the server starts: a response must not cost a file's worth of memory. */
function readBuilt(file: string): Buffer | undefined {
    return existsSync(file) ? readFileSync(file) : undefined;
}

function sendNotBuilt(response: Response): void {
    const message = 'The SDK has not been built. Run `npm start`, or `npm run build` in packages/browser-sdk.';
    sendPlainError(response, new AppError('dependency_unavailable', { message }), 'text');
}

/** Public files: any page may load them. */
function setHeaders(response: Response, cacheControl: string): void {
    response.set({ 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' });
}
