import { ApiError, Patchbay, UnreachableError } from '@patchbay/node';
import { ensureIntegrations } from './integrations.ts';
import { listVendors, prepareSystems } from './sandbox-client.ts';
import { startPlayground } from './server.ts';
import { readSettings, SettingsError } from './settings.ts';
import { routeVendorWebhooks, WebhookInbox } from './webhooks.ts';

try {
    const { secretKey, publicUrl, connectUrl, sandbox, port } = readSettings(process.env);
    const patchbay = connectTo(publicUrl, secretKey);
    const vendors = await listVendors(sandbox).catch((cause: unknown) => {
        throw new SettingsError(`The sandbox does not respond at ${sandbox.controlUrl}: start everything with npm start.`, { cause });
    });
    await ensureIntegrations(patchbay, vendors);
    await prepareSystems(sandbox);
    const inbox = new WebhookInbox(patchbay);
    const playground = await startPlayground({ patchbay, connectUrl, sandbox, vendors, inbox, port });
    await hearChanges(() => inbox.subscribe(playground.url));
    await hearChanges(() => routeVendorWebhooks({ patchbay, sandbox, vendors }, publicUrl));
    console.log(`The demo product is at ${playground.url}`);
    const stop = () => void playground.stop();
    process.once('SIGINT', stop).once('SIGTERM', stop);
} catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    console.error(sentence);
    process.exitCode = 1;
}

/** Without webhooks the pages show changes when they are loaded again. */
async function hearChanges(subscribe: () => Promise<void>): Promise<void> {
    try {
        await subscribe();
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        console.warn(`The demo product gets no webhooks: ${error.message} (${error.code})`);
    }
}

function connectTo(baseUrl: string, secretKey: string): Patchbay {
    try {
        return new Patchbay({ baseUrl, secretKey });
    } catch (cause) {
        // The SDK says in words what is wrong with a key, without repeating it.
        throw new SettingsError(`PATCHBAY_SECRET_KEY can't be used: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
}

function sentenceFor(error: unknown): string | undefined {
    if (error instanceof SettingsError) return error.message;
    if (error instanceof UnreachableError)
        return `The Patchbay server does not respond at ${readSettings(process.env).publicUrl}: start it, or set PATCHBAY_PUBLIC_URL to the address it answers at.`;
    if (error instanceof ApiError) return `The Patchbay server refuses the playground: ${error.message} (${error.code})`;
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
    return isTaken
        ? `The playground can't start: port ${String(error.port)} is taken. Set PATCHBAY_PLAYGROUND_PORT to another one.`
        : undefined;
}
