import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from './sandbox.ts';

const DEFAULT_PORT = 3011;
const AUTHORITY_FILE = 'sandbox-ca.pem';

try {
    const { tls: directory, scenario: scenarios = [] } = parseArgs({
        options: { tls: { type: 'string' }, scenario: { type: 'string', multiple: true } }
    }).values;
    const port = portFrom('PATCHBAY_SANDBOX_PORT', DEFAULT_PORT);
    const controlPort = portFrom('PATCHBAY_SANDBOX_CONTROL_PORT', port === 0 ? 0 : port + 1);
    const publicUrl = process.env['PATCHBAY_SANDBOX_URL'];
    const sandbox = await startSandbox({
        port,
        controlPort,
        scenarios,
        tls: directory !== undefined,
        ...(publicUrl ? { publicUrl } : {})
    });
    const stop = () => void sandbox.stop();
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const authorityFile = directory === undefined ? undefined : await writeAuthority(directory, sandbox.authority ?? '');
    console.log(JSON.stringify({ url: sandbox.url, controlUrl: sandbox.controlUrl, ...(authorityFile ? { authorityFile } : {}) }));
    // Not on standard output: programs read the line above.
    if (authorityFile) console.error(`Node trusts its certificate with NODE_EXTRA_CA_CERTS=${authorityFile}`);
} catch (error) {
    console.error(sentenceFor(error));
    process.exitCode = 1;
}

/** @returns where it is */
async function writeAuthority(directory: string, authority: string): Promise<string> {
    const file = join(resolve(directory), AUTHORITY_FILE);
    await mkdir(resolve(directory), { recursive: true });
    await writeFile(file, authority);
    return file;
}

function portFrom(variable: string, fallback: number): number {
    const text = process.env[variable];
    if (!text) return fallback;
    const port = Number(text);
    if (!/^\d+$/.test(text) || port > 65_535) throw new RangeError(`${variable} must be a port number (0 to 65535), not "${text}".`);
    return port;
}

function sentenceFor(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    const isTaken = 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
    return isTaken
        ? `The sandbox can't start: port ${String(error.port)} is taken. Set PATCHBAY_SANDBOX_PORT to another one.`
        : error.message;
}
