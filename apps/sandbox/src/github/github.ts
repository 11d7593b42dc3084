import { bearerToken } from '../callers.ts';
import { checkFields, InvalidInput, isText } from '../check-fields.ts';
import type { ControlVerb, Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { formOf, sendHtml, sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { App, APP } from './app.ts';
import { handleInstallPage, handleSignInPage } from './install-page.ts';
import { ACCOUNTS, type Account, type Installation, Installations, secondsOf } from './installations.ts';
import { People } from './people.ts';
import { Refusal } from './reply.ts';

const MAX_BODY_BYTES = 1_048_576;
const CEILING_MS = 10_000;
const PERMISSIONS = { contents: 'read', metadata: 'read' };

interface State {
    app: App;
    installations: Installations;
    people: People;
    url: string;
}

/**
 * GitHub, as a GitHub App meets it: the page that installs it, the tokens of the app, of its
 * installations and of people, and a little of the API.
 */
export function createGitHub({ url, clock }: EmulatorFrame): Emulator {
    const nowMs = () => clock.nowMs();
    const state: State = { app: new App(nowMs), installations: new Installations(nowMs), people: new People(nowMs), url };
    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendHtml(response, 413, ''),
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendHtml(response, 504, '<html><body>504 Gateway Time-out</body></html>') },
        receive: (exchange) => () => answer(exchange, () => route(state, exchange)),
        verbs: controlVerbs(state),
        reset() {
            state.app.reset();
            state.installations.clear();
            state.people.clear();
        }
    };
}

async function answer(exchange: Exchange, run: () => Promise<void> | void): Promise<void> {
    try {
        await run();
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        sendJson(exchange.response, error.status, error.body);
    }
}

async function route(state: State, exchange: Exchange): Promise<void> {
    const pathname = exchange.url.pathname.replace(/^\/[^/]+/, '');
    if (pathname === `/apps/${APP.slug}/installations/new`) return handleInstallPage(state, exchange);
    if (pathname === '/login/oauth/authorize') return handleSignInPage(state, exchange);
    if (pathname === '/login/oauth/access_token') return sendUserToken(state, exchange);
    if (pathname === '/api/app' || pathname.startsWith('/api/app/')) return sendAppReply(state, exchange, pathname);
    const { installations, people } = state;
    if (pathname === `/api/applications/${APP.clientId}/token`) return revokeToken(state, exchange);
    const token = bearerToken(exchange.request.headers);
    const { method, response } = exchange;
    if (method === 'GET' && pathname === '/api/installation/repositories') {
        const { account } = installations.ofToken(token);
        const repositories = account.repositories.map((name) => ({ name, full_name: `${account.login}/${name}`, private: true }));
        return sendJson(response, 200, { total_count: repositories.length, repositories });
    }
    if (method === 'GET' && pathname === '/api/user') {
        const { id, login, name, type } = people.ofToken(token);
        return sendJson(response, 200, { id, login, name, type });
    }
    if (method === 'GET' && pathname === '/api/user/installations') {
        const visible = installations.visibleTo(people.ofToken(token).login);
        const page = Number(exchange.url.searchParams.get('page') ?? 1);
        const size = Number(exchange.url.searchParams.get('per_page') ?? 30);
        const shown = visible.slice((page - 1) * size, page * size).map((one) => describe(state, one));
        return sendJson(response, 200, { total_count: visible.length, installations: shown });
    }
    throw new Refusal(404, 'Not Found');
}

/** What the app asks for as itself. */
async function sendAppReply({ app, installations, url }: State, exchange: Exchange, pathname: string): Promise<void> {
    const { method, request, response } = exchange;
    await app.authenticate(request.headers.authorization);
    if (pathname === '/api/app' && method === 'GET')
        return sendJson(response, 200, { id: APP.id, slug: APP.slug, name: APP.name, client_id: APP.clientId });
    const [, id = '', rest = ''] = /^\/api\/app\/installations\/(\d+)(\/access_tokens)?$/.exec(pathname) ?? [];
    if (id === '') throw new Refusal(404, 'Not Found');
    const installation = installations.find(id);
    if (rest !== '' && method === 'POST') {
        const { token, expiresAt } = installations.issueToken(installation);
        return sendJson(response, 201, { token, expires_at: expiresAt, permissions: PERMISSIONS, repository_selection: 'all' });
    }
    if (rest === '' && method === 'GET') return sendJson(response, 200, describe({ url }, installation));
    if (rest === '' && method === 'DELETE') {
        installations.uninstall(installation);
        response.statusCode = 204;
        response.end();
        return;
    }
    throw new Refusal(404, 'Not Found');
}

/** Errors come with status 200. */
function sendUserToken({ app, people }: State, exchange: Exchange): void {
    const form = formOf(exchange);
    if (form.get('client_id') !== APP.clientId || form.get('client_secret') !== APP.clientSecret)
        return sendJson(exchange.response, 200, {
            error: 'incorrect_client_credentials',
            error_description: 'The client_id and/or client_secret passed are incorrect.'
        });
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const token = isRefresh
        ? people.refresh(form.get('refresh_token') ?? '')
        : people.spendCode(form.get('code') ?? '', { ends: app.settings.userTokensEnd });
    const refusal = isRefresh
        ? { error: 'bad_refresh_token', error_description: 'The refresh token passed is incorrect or expired.' }
        : { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' };
    sendJson(exchange.response, 200, token ?? refusal);
}

/** Of one token. */
function revokeToken({ people }: State, { method, request, response, body }: Exchange): void {
    const expected = `Basic ${Buffer.from(`${APP.clientId}:${APP.clientSecret}`).toString('base64')}`;
    if (method !== 'DELETE' || request.headers.authorization !== expected) throw new Refusal(404, 'Not Found');
    if (!people.revoke(tokenIn(body))) throw new Refusal(404, 'Not Found');
    response.statusCode = 204;
    response.end();
}

/** @throws {Refusal} */
function tokenIn(body: Buffer): string {
    try {
        const given: unknown = JSON.parse(body.toString());
        if (typeof given === 'object' && given !== null && 'access_token' in given && typeof given.access_token === 'string')
            return given.access_token;
    } catch {
        // Refused below.
    }
    throw new Refusal(422, 'Validation Failed');
}

function describe({ url }: Pick<State, 'url'>, { id, account, createdMs, updatedMs, suspendedMs }: Installation) {
    return {
        id,
        app_id: APP.id,
        app_slug: APP.slug,
        account: { id: account.id, login: account.login, type: account.type },
        target_type: account.type,
        access_tokens_url: `${url}/api/app/installations/${id}/access_tokens`,
        permissions: PERMISSIONS,
        repository_selection: 'all',
        created_at: secondsOf(createdMs),
        updated_at: secondsOf(updatedMs),
        suspended_at: suspendedMs === null ? null : secondsOf(suspendedMs)
    };
}

/**
 * - `GET app`: what an operator enters at the integration, with the private key
 * - `POST app` `{setup_url?, callback_url?, asks_user?, user_tokens_end?}`: the app's registration
 * - `POST key`: replaces the private key
 * - `GET installations`; `POST installations` `{account, action}`: `install`, `suspend`,
 * `unsuspend` or `uninstall`, as the owner does it at GitHub
 * - `POST end-tokens`: ends all tokens of installations
 * - `POST people` `{account}`: signs a person in, and returns what GitHub responds with to the code
 * - `POST revoke-people`: ends all tokens of people, as they do it in their settings
 */
function controlVerbs(state: State): Readonly<Record<string, ControlVerb>> {
    const { app, installations, people, url } = state;
    const show = () => ({
        app_id: String(APP.id),
        app_link: `${url}/apps/${APP.slug}`,
        private_key: app.privateKey,
        client_id: APP.clientId,
        client_secret: APP.clientSecret
    });
    const isBoolean = (value: unknown) => typeof value === 'boolean';
    return {
        'GET app': show,
        'POST app': ({ body }) => {
            checkFields('The app', body, { setup_url: isText, callback_url: isText, asks_user: isBoolean, user_tokens_end: isBoolean });
            const { setup_url: setupUrl, callback_url: callbackUrl, asks_user: asksUser, user_tokens_end: ends } = body;
            if (typeof setupUrl === 'string') app.settings.setupUrl = setupUrl;
            if (typeof callbackUrl === 'string') app.settings.callbackUrl = callbackUrl;
            if (typeof asksUser === 'boolean') app.settings.asksUser = asksUser;
            if (typeof ends === 'boolean') app.settings.userTokensEnd = ends;
            return app.settings;
        },
        'POST key': () => {
            app.replaceKey();
            return show();
        },
        'GET installations': () => ({ installations: installations.list().map((one) => describe(state, one)) }),
        'POST installations': ({ body }) => {
            checkFields('The installation', body, { '*account': isText, '*action': isText });
            const account = accountOf(body['account']);
            if (body['action'] === 'install') return describe(state, installations.install(account).installation);
            const installation = installations.of(account.login);
            if (!installation) throw new InvalidInput('The app is not installed there.');
            if (body['action'] === 'uninstall') installations.uninstall(installation);
            else installations.suspend(installation, body['action'] === 'suspend');
            return describe(state, installation);
        },
        'POST end-tokens': () => ({ ended: installations.endTokens() }),
        'POST people': ({ body }) => {
            checkFields('The person', body, { '*account': isText });
            const code = people.issueCode(accountOf(body['account']).login);
            return people.spendCode(code, { ends: app.settings.userTokensEnd }) ?? {};
        },
        'POST revoke-people': () => ({ ended: people.revokeAll() })
    };
}

function accountOf(login: unknown): Account {
    const account = ACCOUNTS.find((one) => one.login === login);
    if (!account) throw new InvalidInput('There is no such account.');
    return account;
}
