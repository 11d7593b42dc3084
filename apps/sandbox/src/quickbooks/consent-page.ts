import { brandOf, escapeHtml, htmlPage } from '../html-page.ts';
import { vendorOfClient } from '../vendors.ts';
import type { Company } from './company.ts';
import { needsCompany, SCOPES } from './oauth-clients.ts';
import type { OAuthApp } from './oauth-clients.ts';

/**
 * Consent, with the companies to choose from unless only OpenID scopes are asked for. To the demo
 * product it is the page of the made-up service.
 */
export function consentPage({ app, scopes, realms }: { app: OAuthApp; scopes: readonly string[]; realms: readonly Company[] }): string {
    const choices = realms.map(
        ({ realmId, name }, index) => `<div class="choice">
<input type="radio" name="realm" id="realm-${realmId}" value="${realmId}" required${index === 0 ? ' checked' : ''}>
<label for="realm-${realmId}">${escapeHtml(name)}</label><small>${realmId}</small>
</div>`
    );
    const name = escapeHtml(app.name);
    const vendor = vendorOfClient(app.id);
    return htmlPage({
        title: `${app.name} – ${vendor?.name ?? 'QuickBooks emulator'}`,
        vendor,
        body: `<form class="card" method="post">
${brandOf(vendor)}
<h1>${name} wants to connect to ${escapeHtml(vendor?.name ?? 'QuickBooks')}</h1>
${needsCompany(scopes) ? `<fieldset><legend>Company</legend>${choices.join('\n')}</fieldset>` : ''}
<h2>${name} will be able to</h2>
<ul>${scopes.map((scope) => `<li>${escapeHtml(vendor?.scopes?.[scope] ?? SCOPES[scope] ?? scope)}</li>`).join('')}</ul>
<div class="actions">
<button class="primary" name="decision" value="approve">Connect</button>
<button name="decision" value="deny" formnovalidate>No thanks</button>
</div>
</form>`
    });
}
