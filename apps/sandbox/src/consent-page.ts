import { PEOPLE, SCOPES } from './accounts.ts';
import type { Person } from './accounts.ts';
import { brandOf, escapeHtml, htmlPage } from './html-page.ts';
import type { Vendor } from './vendors.ts';

/**
 * Sign-in and consent on one page.
 * @param request.vendor whose page it is; default: the sandbox's own
 * @param request.loginHint an account's id or e-mail address to preselect; default: the first one
 * @param request.isHintIgnored preselects the first account that is not hinted at instead
 * @param request.isApproved whether the application may be allowed without asking an admin
 * @param request.withheld scopes that the application asks for and doesn't get
 */
export function consentPage(request: {
    appName: string;
    vendor?: Vendor | undefined;
    granted: readonly string[];
    withheld: readonly string[];
    loginHint: string | undefined;
    isHintIgnored: boolean;
    isApproved: boolean;
}): string {
    const isHinted = ({ id, email }: Person) => id === request.loginHint || email === request.loginHint;
    const chosen = PEOPLE.find((person) => isHinted(person) !== request.isHintIgnored) ?? PEOPLE[0];
    const choices = PEOPLE.map(
        ({ id, name, email }) => `<div class="choice">
<input type="radio" name="account" id="${id}" value="${id}" aria-describedby="${id}-email" required${id === chosen?.id ? ' checked' : ''}>
<label for="${id}">${escapeHtml(name)}</label><small id="${id}-email">${escapeHtml(email)}</small>
</div>`
    );
    const list = (scopes: readonly string[]) =>
        `<ul>${scopes.map((scope) => `<li>${escapeHtml(request.vendor?.scopes?.[scope] ?? SCOPES[scope] ?? scope)}</li>`).join('')}</ul>`;
    const app = escapeHtml(request.appName);
    return htmlPage({
        title: `${request.appName} wants access – ${request.vendor?.name ?? 'Sandbox'}`,
        vendor: request.vendor,
        body: `<form class="card" method="post">
${brandOf(request.vendor)}
<h1>${app} wants access to your ${request.vendor ? `${escapeHtml(request.vendor.name)} ` : ''}account</h1>
<fieldset><legend>Continue as</legend>${choices.join('\n')}</fieldset>
<h2>${app} will be able to</h2>
${list(request.granted)}
${request.withheld.length > 0 ? `<h2>Kept back, although it asks</h2>\n${list(request.withheld)}` : ''}
<div class="actions">
${request.isApproved ? '<button class="primary" name="decision" value="allow">Allow</button>' : ''}
${request.isApproved && !request.vendor?.asksAdmin ? '' : '<button name="decision" value="ask" formnovalidate>Ask an admin</button>'}
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`
    });
}
