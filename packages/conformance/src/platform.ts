import { hasTestPostgres, startTestPostgres } from '@patchbay/db/testing';
import { providers } from '@patchbay/providers';
import { startTestApp } from '@patchbay/test-kit';
import type { Control } from './vendors.ts';

/** A running Patchbay that runs syncs. */
export interface Platform extends AsyncDisposable {
    url: string;
    secretKey: string;
    /** The emulators beside it; null with a Patchbay of the caller's. */
    control: Control | null;
}

/** Our own server with a database and the emulators, which ends with the run. */
export async function startPlatform(): Promise<Platform> {
    const postgres = hasTestPostgres() ? undefined : await startTestPostgres();
    const app = await startTestApp({
        runsJobs: true,
        config: { logLevel: 'warn' },
        // The emulators take any number of requests; the vendors' limits would make minutes of it.
        providers: new Map([...providers].map(([id, provider]) => [id, provider.sandbox ? withoutRateLimits(provider) : provider]))
    });
    return {
        url: app.url,
        secretKey: app.keys.dev,
        control: (verb, body) => app.sandbox.control(verb, body),
        async [Symbol.asyncDispose]() {
            await app[Symbol.asyncDispose]();
            await postgres?.stop();
        }
    };
}

function withoutRateLimits<Of extends { proxy?: object | undefined }>(provider: Of): Of {
    if (!provider.proxy) return provider;
    const { rate_limits: _, ...proxy } = provider.proxy as { rate_limits?: unknown };
    return { ...provider, proxy };
}
