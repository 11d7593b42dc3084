import { sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import type { ApplicationPassword, Site, User } from './store.ts';

const POSTS = ['Hello world!', 'A second post', 'A third post'];
const OF_USER = '/wp/v2/users/me/application-passwords';

/** @param path below `/wp-json` */
export function serveRest(site: Site, exchange: Exchange, path: string): void {
    const { method, response } = exchange;
    const caller = authenticate(site, exchange);
    if (caller === 'refused') return;
    if (path === '' || path === '/') return sendJson(response, 200, indexOf(site));
    if (path === '/wp/v2/posts') return method === 'POST' ? createPost(exchange, caller) : listPosts(site, exchange);
    if (path !== '/wp/v2/users/me' && !path.startsWith(`${OF_USER}/`))
        return sendError(exchange, 404, 'rest_no_route', 'No route was found matching the URL and request method.');
    if (!caller) return sendError(exchange, 401, 'rest_not_logged_in', 'You are not currently logged in.');
    if (path === '/wp/v2/users/me') return sendJson(response, 200, describeUser(site, exchange, caller.user));
    servePasswords(site, exchange, caller, path.slice(OF_USER.length + 1));
}

/** @see https://developer.wordpress.org/rest-api/reference/application-passwords/ */
function servePasswords({ store }: Site, exchange: Exchange, caller: ApplicationPassword, id: string): void {
    const { method, response } = exchange;
    if (id === 'introspect' && method === 'GET') return sendJson(response, 200, describePassword(caller));
    const found = store.passwords().find(({ uuid, user }) => uuid === id && user === caller.user);
    if (!found) return sendError(exchange, 404, 'rest_application_password_not_found', 'Application password not found.');
    if (method === 'GET') return sendJson(response, 200, describePassword(found));
    if (method !== 'DELETE') return sendError(exchange, 404, 'rest_no_route', 'No route was found matching the URL and request method.');
    store.delete((one) => one === found);
    sendJson(response, 200, { deleted: true, previous: describePassword(found) });
}

/**
 * Who calls, by HTTP Basic; undefined: without credentials. WordPress refuses wrong ones also where
 * it needs none.
 */
function authenticate({ store }: Site, exchange: Exchange): ApplicationPassword | undefined | 'refused' {
    const { applicationPasswords, stripsAuthorization } = store.settings;
    const encoded = /^Basic (.+)$/i.exec(exchange.request.headers.authorization ?? '')?.[1];
    if (encoded === undefined || stripsAuthorization || applicationPasswords === 'off') return undefined;
    const [, login = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    const user = store.findByLogin(login);
    const found = user && store.find(user, password);
    if (found) return found;
    if (user) sendError(exchange, 401, 'incorrect_password', 'The provided password is an invalid application password.');
    else sendError(exchange, 401, 'invalid_username', 'Unknown username. Check again or try your email address.');
    return 'refused';
}

function indexOf({ url, store }: Site) {
    const { applicationPasswords, authorizationUrl } = store.settings;
    const authorization = authorizationUrl ?? `${url}/wp-admin/authorize-application.php`;
    return {
        name: 'A WordPress site',
        description: '',
        url,
        home: url,
        namespaces: ['oembed/1.0', 'wp/v2'],
        // PHP has one kind of empty list.
        authentication: applicationPasswords === 'off' ? [] : { 'application-passwords': { endpoints: { authorization } } },
        routes: {}
    };
}

/** @see https://developer.wordpress.org/rest-api/reference/users/ */
function describeUser({ url: site }: Site, { url }: Exchange, { id, number, name, email, givenName, familyName }: User) {
    return {
        id: number,
        name,
        url: '',
        description: '',
        link: `${site}/author/${id}/`,
        slug: id,
        ...(url.searchParams.get('context') === 'edit' && {
            username: id,
            first_name: givenName,
            last_name: familyName,
            email,
            roles: ['administrator']
        })
    };
}

function describePassword({ uuid, app_id, name, created }: ApplicationPassword) {
    return { uuid, app_id, name, created, last_used: null, last_ip: null };
}

/** @see https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/ */
function listPosts({ url: site }: Site, { response, url }: Exchange): void {
    const perPage = Number(url.searchParams.get('per_page') ?? 10);
    const page = Number(url.searchParams.get('page') ?? 1);
    const pages = Math.ceil(POSTS.length / perPage);
    const posts = POSTS.map((title, index) => ({ id: index + 1, status: 'publish', title: { rendered: title } }));
    const next = `${site}/wp-json/wp/v2/posts?per_page=${perPage}&page=${page + 1}`;
    sendJson(response, 200, posts.slice((page - 1) * perPage, page * perPage), {
        'x-wp-total': POSTS.length,
        'x-wp-totalpages': pages,
        ...(page < pages && { link: `<${next}>; rel="next"` })
    });
}

function createPost(exchange: Exchange, caller: ApplicationPassword | undefined): void {
    if (!caller) return sendError(exchange, 401, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
    sendJson(exchange.response, 201, { id: POSTS.length + 1, status: 'draft', author: caller.user.number });
}

/** As `WP_Error` looks. */
function sendError({ response }: Exchange, status: number, code: string, message: string): void {
    sendJson(response, status, { code, message, data: { status } });
}
