import { PEOPLE, SCOPES } from './accounts.ts';
import { escapeHtml, htmlPage } from './html-page.ts';

/**
 * Sign-in and consent on one page.
 * @param request.loginHint an account's id or e-mail address, chosen beforehand; without a known one the first account is.
 */
export function consentPage(request: { appName: string; scopes: readonly string[]; loginHint: string | undefined }): string {
    const hinted = PEOPLE.find(({ id, email }) => id === request.loginHint || email === request.loginHint) ?? PEOPLE[0];
    const choices = PEOPLE.map(
        ({ id, name, email }) => `<div class="choice">
<input type="radio" name="account" id="${id}" value="${id}" aria-describedby="${id}-email" required${id === hinted?.id ? ' checked' : ''}>
<label for="${id}">${escapeHtml(name)}</label><small id="${id}-email">${escapeHtml(email)}</small>
</div>`
    );
    const wishes = request.scopes.map((scope) => `<li>${escapeHtml(SCOPES[scope] ?? scope)}</li>`);
    const app = escapeHtml(request.appName);
    return htmlPage({
        title: `${request.appName} wants access – Sandbox`,
        body: `<form class="card" method="post">
<p class="brand">Sandbox</p>
<h1>${app} wants access to your account</h1>
<fieldset><legend>Continue as</legend>${choices.join('\n')}</fieldset>
<h2>${app} will be able to</h2>
<ul>${wishes.join('')}</ul>
<div class="actions">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`
    });
}
