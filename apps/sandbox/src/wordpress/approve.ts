import { consentPage } from '../consent-page.ts';
import { formOf, sendHtml } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { messagePage, pageHeaders } from '../html-page.ts';
import type { Site } from './store.ts';

/**
 * The page on which a user approves an application. The session at the site is left out: one
 * chooses who one is.
 * @see https://github.com/WordPress/WordPress wp-admin/authorize-application.php
 */
export function approve({ url: siteUrl, store }: Site, exchange: Exchange): void {
    const { method, request, response, url } = exchange;
    const { settings } = store;
    const { searchParams: query } = url;
    const headers = pageHeaders({ openerPolicy: null });
    const die = (sentence: string, status = 500) =>
        sendHtml(response, status, messagePage('Cannot Authorize Application', sentence), headers);
    const problem = whatIsWrong(query, settings.isLocal);
    if (problem !== undefined) return die(`The Authorize Application request is not allowed. ${problem}`);
    if (request.headers.authorization !== undefined)
        return die('Your website appears to use Basic Authentication, which is not currently compatible with application passwords.', 501);
    if (settings.applicationPasswords === 'off') return die('Application passwords are not available.', 501);
    const appName = query.get('app_name') ?? '';
    if (method !== 'POST') {
        const hints = { loginHint: undefined, isHintIgnored: false, isApproved: true };
        return sendHtml(response, 200, consentPage({ appName, granted: ['profile'], withheld: [], ...hints }), headers);
    }
    const form = formOf(exchange);
    const successUrl = query.get('success_url') ?? '';
    const rejectUrl = query.get('reject_url') ?? withQuery(successUrl, { success: 'false' });
    const user = store.findUser(form.get('account'));
    // The link "Go Back" of the page about that.
    if (settings.applicationPasswords === 'not_for_user') return goTo(exchange, withQuery(rejectUrl, { error: 'disabled' }));
    if (form.get('decision') !== 'allow' || !user) return goTo(exchange, rejectUrl);
    const { password } = store.create(user, { name: appName, appId: query.get('app_id') ?? '' });
    goTo(exchange, withQuery(successUrl, { site_url: settings.siteUrl ?? siteUrl, user_login: user.id, password }));
}

/** `wp_is_authorize_application_password_request_valid`, and what the form asks for. */
function whatIsWrong(query: URLSearchParams, isLocal: boolean): string | undefined {
    for (const name of ['success_url', 'reject_url']) {
        const given = query.get(name);
        if (given === null) continue;
        const address = URL.parse(given);
        if (!address) return `The ${name} is not an address.`;
        if (address.protocol === 'http:' && !isLocal) return 'The URL must be served over a secure connection.';
    }
    const appId = query.get('app_id');
    if (appId !== null && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(appId)) return 'The application ID must be a UUID.';
    if (!query.get('app_name')?.trim()) return 'An application name is required.';
    return query.has('success_url') ? undefined : 'The sandbox shows no password to copy.';
}

function withQuery(address: string, added: Record<string, string>): string {
    return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(added).toString()}`;
}

function goTo({ response }: Exchange, address: string): void {
    response.statusCode = 302;
    response.setHeader('location', address);
    response.end();
}
