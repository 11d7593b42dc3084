import { setTimeout as sleep } from 'node:timers/promises';
import type { createAttempt, createConnectSession, getConnection, SuccessOut } from '@patchbay/contracts';
import { BEARER_API_KEYS, OAUTH_CLIENT } from '@patchbay/sandbox/accounts';
import { consentAt } from '@patchbay/test-kit';
import type { FactLog } from './fact-log.ts';

const requestTimeoutMs = 20_000;
/** Poll interval while the server is down; a refused connection is not ambiguous. */
const knockMs = 25;

interface Effects {
    url: string;
    secretKey: string;
    factLog: FactLog;
    signal: AbortSignal;
    /** For names that are not used twice. */
    next(): number;
}

interface ApiResponse {
    status: number;
    /** Of any endpoint that is called here; an error has none of these fields. */
    body: Partial<SuccessOut<typeof getConnection>> & {
        data?: Partial<SuccessOut<typeof createConnectSession>['data'] & SuccessOut<typeof createAttempt>['data']>;
    };
}

/**
 * One call. Undefined without a conclusive response: the server is down, starting, or was killed.
 */
export async function call(
    effects: Pick<Effects, 'url'>,
    method: string,
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {}
): Promise<ApiResponse | undefined> {
    try {
        const response = await fetch(effects.url + path, {
            method,
            headers: {
                authorization: `Bearer ${token}`,
                ...(body === undefined ? {} : { 'content-type': 'application/json' }),
                ...headers
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            signal: AbortSignal.timeout(requestTimeoutMs)
        });
        if (response.status >= 500) return undefined;
        // The casts in this file: answers as documented; a wrong one shows as a lost connection.
        return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
    } catch {
        return undefined;
    }
}

/** Makes the two integrations, whatever happens to the server meanwhile. */
export async function createIntegrations(effects: Effects): Promise<void> {
    const wanted = [
        { provider: 'sandbox-api-key', unique_key: 'sandbox-api-key' },
        {
            provider: 'sandbox-oauth2',
            unique_key: 'sandbox-oauth2',
            credentials: { type: 'OAUTH2', client_id: OAUTH_CLIENT.id, client_secret: OAUTH_CLIENT.secret }
        }
    ];
    for (const body of wanted) {
        const response = await call(effects, 'POST', '/integrations', effects.secretKey, body);
        if (response?.status !== 200) throw new Error(`The integration could not be made: ${JSON.stringify(response)}`);
    }
}

/** Customers at work until the signal: two import, two type keys, two sign in. */
export async function runCustomers(effects: Effects): Promise<void> {
    const busy = async (work: (effects: Effects) => Promise<boolean>) => {
        while (!effects.signal.aborted) if (!(await work(effects))) await untilBack(effects);
    };
    await Promise.all([importOne, importOne, typeKey, typeKey, signIn, signIn].map(busy));
}

/** Each returns false when the server was not there. */
async function importOne(effects: Effects): Promise<boolean> {
    const connectionId = `import-${effects.next()}`;
    const credential = `token-of-${connectionId}`;
    effects.factLog.append({ type: 'import', connectionId, credential });
    const body = {
        provider_config_key: 'sandbox-oauth2',
        connection_id: connectionId,
        credentials: { type: 'OAUTH2', access_token: credential }
    };
    const response = await call(effects, 'POST', '/connections', effects.secretKey, body);
    if (response?.status === 201) effects.factLog.append({ type: 'acknowledged', by: { connectionId } });
    return response !== undefined;
}

async function typeKey(effects: Effects): Promise<boolean> {
    const session = await mintSession(effects);
    if (!session) return false;
    const body = { integration_id: 'sandbox-api-key', credentials: { apiKey: BEARER_API_KEYS.acme } };
    for (let tries = 0; tries < 2; tries++) {
        // The same key: however often it is sent, it is one attempt.
        const response = await call(effects, 'POST', '/connect/attempts', session.token, body, { 'idempotency-key': 'once' });
        const attempt = response?.body.data;
        if (attempt?.attempt_id !== undefined) {
            effects.factLog.append({ type: 'attempt', endUserId: session.endUserId, attemptId: attempt.attempt_id });
            if (attempt.status === 'succeeded') effects.factLog.append({ type: 'acknowledged', by: { endUserId: session.endUserId } });
            return true;
        }
        await untilBack(effects);
    }
    return false;
}

async function signIn(effects: Effects): Promise<boolean> {
    const session = await mintSession(effects);
    const attempt =
        session && (await call(effects, 'POST', '/connect/attempts', session.token, { integration_id: 'sandbox-oauth2' }))?.body.data;
    if (!session || attempt?.attempt_id === undefined || attempt.launch_url === undefined) return false;
    effects.factLog.append({ type: 'attempt', endUserId: session.endUserId, attemptId: attempt.attempt_id });
    const launch = await openPage(attempt.launch_url);
    const address = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(launch?.html ?? '')?.[1];
    if (!launch || address === undefined) return launch !== undefined;
    const authorizationUrl = address.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    const last = await openPage((await consentAt(authorizationUrl)).href, launch.cookie);
    if (last?.status === 200 && last.html.includes('is connected'))
        effects.factLog.append({ type: 'acknowledged', by: { endUserId: session.endUserId } });
    return last !== undefined;
}

async function untilBack({ url, signal }: Effects): Promise<void> {
    while (!signal.aborted && (await openPage(`${url}/health`))?.status !== 200) await sleep(knockMs);
}

async function mintSession(effects: Effects): Promise<{ endUserId: string; token: string } | undefined> {
    const endUserId = `user-${effects.next()}`;
    const token = (await call(effects, 'POST', '/connect/sessions', effects.secretKey, { end_user: { id: endUserId } }))?.body.data?.token;
    if (token === undefined) return undefined;
    effects.factLog.append({ type: 'session', endUserId, token });
    return { endUserId, token };
}

async function openPage(address: string, cookie?: string): Promise<{ status: number; html: string; cookie: string } | undefined> {
    try {
        const response = await fetch(address, {
            headers: cookie === undefined ? {} : { cookie },
            signal: AbortSignal.timeout(requestTimeoutMs)
        });
        return {
            status: response.status,
            html: await response.text(),
            cookie: (response.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? ''
        };
    } catch {
        return undefined;
    }
}
