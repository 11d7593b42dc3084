import { APPLICATION_SECRET, COMPANIES, PEOPLE } from './accounts.ts';
import type { Credentials } from './credentials.ts';
import { brandOf, escapeHtml, htmlPage } from './html-page.ts';
import { REALMS } from './quickbooks/company.ts';
import type { Vendor } from './vendors.ts';

/**
 * The settings page of a made-up service: what its customers would copy from there.
 * @param gemKeys of the emulator of Gem, which are valid
 */
export function vendorPage(vendor: Vendor, credentials: Credentials, gemKeys: readonly string[]): string {
    const { title, sentence, rows } = contentOf(vendor, credentials, gemKeys);
    const cells = rows.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${value}</td></tr>`);
    return htmlPage({
        title: `${title} – ${vendor.name}`,
        vendor,
        isWide: true,
        body: `<div class="card">${brandOf(vendor)}<h1>${title}</h1><p>${sentence}</p>
<div class="scroll"><table>${cells.join('')}</table></div></div>`
    });
}

/** The values of the rows are HTML. */
function contentOf(
    { api }: Vendor,
    credentials: Credentials,
    gemKeys: readonly string[]
): { title: string; sentence: string; rows: (readonly [name: string, value: string])[] } {
    if (api === 'api') {
        const rows = PEOPLE.map(({ name, email }) => [name, escapeHtml(email)] as const);
        return { title: 'People', sentence: 'They can sign in and give apps access. There is no password.', rows };
    }
    if (api === 'basic') {
        const rows = credentials.users().map(({ user, password }) => [user, code(password)] as const);
        return { title: 'Members', sentence: 'Usernames and passwords, for trying it out.', rows };
    }
    if (api === 'gem') {
        const rows = gemKeys.map((key) => ['Shareable access key', code(key)] as const);
        return { title: 'API keys', sentence: 'Give it to a product that may read and change your candidates.', rows };
    }
    if (api === 'quickbooks') {
        const rows = REALMS.filter(({ environment }) => environment === 'production').map(({ name, realmId }) => [name, realmId] as const);
        return { title: 'Companies', sentence: 'Choose one when an app asks for access. There is no password.', rows };
    }
    const keys = credentials.keys().filter((record) => record.api === api && record.enabled);
    const rows = keys.map(({ key, account }) => [COMPANIES.find(({ id }) => id === account)?.name ?? account, code(key)] as const);
    const secret = api === 'keyed' ? [['Application secret', code(APPLICATION_SECRET)] as const] : [];
    return { title: 'API keys', sentence: 'One for each company. Give it to an app that may read its data.', rows: [...rows, ...secret] };
}

function code(text: string): string {
    return `<code>${escapeHtml(text)}</code>`;
}
