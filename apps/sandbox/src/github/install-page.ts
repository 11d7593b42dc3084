import { formOf, sendHtml } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { escapeHtml, htmlPage, messagePage, pageHeaders } from '../html-page.ts';
import { APP } from './app.ts';
import type { App } from './app.ts';
import { ACCOUNTS } from './installations.ts';
import type { Account, Installations } from './installations.ts';
import type { People } from './people.ts';

/** A person, and the account where they install the app or ask an owner to. */
interface Choice {
    /** `ada`, or `ada/analytical-engines`. */
    value: string;
    person: string;
    account: Account;
    isOwner: boolean;
}

const CHOICES: readonly Choice[] = ACCOUNTS.flatMap((account) =>
    [...account.owners, ...account.members].map((person) => ({
        value: account.login === person ? person : `${person}/${account.login}`,
        person,
        account,
        isOwner: account.owners.includes(person)
    }))
);

/** The app's public page: who installs it where. Only owners can; others send a request. */
export function handleInstallPage(
    { app, installations, people }: { app: App; installations: Installations; people: People },
    exchange: Exchange
): void {
    const { method, response, url } = exchange;
    if (method !== 'POST') return sendHtml(response, 200, page(), pageHeaders({ openerPolicy: null }));
    const form = formOf(exchange);
    const choice = CHOICES.find(({ value }) => value === form.get('account'));
    if (!choice || form.get('decision') !== 'allow') {
        const sentence = 'The app was not installed. GitHub does not report this to the app: close this window.';
        return sendHtml(response, 200, messagePage('Nothing was changed', sentence), pageHeaders({ openerPolicy: null }));
    }
    const target = new URL(app.settings.asksUser ? app.settings.callbackUrl : app.settings.setupUrl);
    const state = url.searchParams.get('state');
    if (choice.isOwner) {
        const { installation, action } = installations.install(choice.account);
        if (app.settings.asksUser) target.searchParams.set('code', people.issueCode(choice.person));
        target.searchParams.set('installation_id', String(installation.id));
        target.searchParams.set('setup_action', action);
    } else target.searchParams.set('setup_action', 'request');
    if (state !== null) target.searchParams.set('state', state);
    response.statusCode = 302;
    response.setHeader('location', target.href);
    response.end();
}

/** Where people sign in without installing anything. Only what comes before that is emulated. */
export function handleSignInPage({ app }: { app: App }, { response, url }: Exchange): void {
    if (url.searchParams.get('client_id') !== APP.clientId)
        return sendHtml(
            response,
            404,
            messagePage('Not Found', 'There is no app with this client_id.'),
            pageHeaders({ openerPolicy: null })
        );
    const redirectUri = url.searchParams.get('redirect_uri');
    if (redirectUri === null || redirectUri === app.settings.callbackUrl)
        return sendHtml(
            response,
            200,
            messagePage(`Authorize ${APP.name}`, 'Install the app to sign in.'),
            pageHeaders({ openerPolicy: null })
        );
    const target = new URL(app.settings.callbackUrl);
    target.searchParams.set('error', 'redirect_uri_mismatch');
    response.statusCode = 302;
    response.setHeader('location', target.href);
    response.end();
}

function page(): string {
    const choices = CHOICES.map(({ value, person, account, isOwner }, index) => {
        const note = isOwner ? 'Install' : 'Request: an owner has to approve';
        return `<div class="choice"><input type="radio" name="account" id="c${index}" value="${value}"${index === 0 ? ' checked' : ''}>
<label for="c${index}">${escapeHtml(account.name)}</label><small>as ${person} · ${note}</small></div>`;
    });
    return htmlPage({
        title: `Install ${APP.name}`,
        body: `<form class="card" method="post"><p class="brand">GitHub (sandbox)</p><h1>Install ${APP.name}</h1>
<p>Choose who you are and where the app is installed. It may read the repositories there.</p>
<fieldset><legend>Account</legend>${choices.join('\n')}</fieldset>
<div class="actions"><button name="decision" value="deny">Cancel</button><button class="primary" name="decision" value="allow">Install or request</button></div></form>`
    });
}
