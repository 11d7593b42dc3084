import { isText, checkFields } from '../check-fields.ts';
import type { Emulator, EmulatorFrame } from '../emulators/emulator.ts';
import { sendHtml } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { messagePage } from '../html-page.ts';
import { approve } from './approve.ts';
import { serveRest } from './rest-api.ts';
import { type Site, Store } from './store.ts';

const MAX_BODY_BYTES = 65_536;
const CEILING_MS = 10_000;

/**
 * A WordPress site below a path, with users that are the sandbox's people, application passwords
 * and a few posts.
 * @see https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/
 */
export function createWordPress({ url, clock }: EmulatorFrame): Emulator {
    const store = new Store(() => clock.nowMs());
    const site = { url, store };
    return {
        maxBodyBytes: MAX_BODY_BYTES,
        refuseBody: ({ response }) => sendHtml(response, 413, '<html><body>413 Request Entity Too Large</body></html>'),
        ceiling: { ms: CEILING_MS, respond: ({ response }) => sendHtml(response, 504, '<html><body>504 Gateway Time-out</body></html>') },
        receive: (exchange) => () => route(site, exchange),
        /**
         * - `GET settings`, `POST settings` `{application_passwords, has_rest_api,
         *   authorization_url, site_url, moved_to, strips_authorization, is_local}`
         * - `GET passwords`, `POST revoke` `{person}`: deletes those of one user
         */
        verbs: {
            'GET settings': () => store.settings,
            'POST settings': ({ body }) => store.change(body),
            'GET passwords': () => ({
                passwords: store.passwords().map(({ user, ...password }) => ({ ...password, person: user.id }))
            }),
            'POST revoke': ({ body }) => {
                checkFields('The person', body, { '*person': isText });
                return { revoked: store.delete(({ user }) => user.id === body['person']) };
            }
        },
        reset: () => store.reset()
    };
}

function route(site: Site, exchange: Exchange): void {
    const { response, url } = exchange;
    const { hasRestApi, movedTo } = site.store.settings;
    const path = url.pathname.replace(/^\/wordpress/, '');
    if (path === '/wp-admin/authorize-application.php') return approve(site, exchange);
    if (/^\/wp-json(?:\/|$)/.test(path)) {
        if (movedTo !== undefined) {
            response.statusCode = 301;
            response.setHeader('location', `${movedTo}${path}`);
            response.end();
            return;
        }
        if (hasRestApi) return serveRest(site, exchange, path.slice('/wp-json'.length));
    } else if (path === '' || path === '/')
        return sendHtml(response, 200, messagePage('A WordPress site', 'Its address is what people enter as that of their site.'));
    sendHtml(response, 404, messagePage('Page not found', 'It looks like nothing was found at this location.'));
}
