import { expect, test } from 'vitest';
import { providerPages, writtenProviderPages } from './generate-provider-pages.ts';

const pages = providerPages();

test('docs/providers is what the definitions say; `npm run gen` brings it up to date', () => {
    const written = writtenProviderPages();
    expect([...written.keys()].toSorted()).toEqual([...pages.keys()].toSorted());
    for (const [name, text] of pages) expect(written.get(name)).toBe(text);
});

test('the index names each provider in each of its categories, with how sure it is', () => {
    const index = pages.get('README.md') ?? '';
    const payments = index.split('\n## Payments\n')[1]?.split('\n## ')[0];
    expect(payments).toContain('| [Stripe](stripe.md) | `stripe` | API key | Documented |');
    for (const name of pages.keys()) if (name !== 'README.md') expect(index).toContain(`](${name})`);
    expect(index).not.toContain('sandbox-');
});

test.each([
    ['a sign-in', 'xero.md', ['The redirect URI is', '60 requests in 1 minute, 5000 requests in 1 day, for each `<tenant_id>`.']],
    ['scopes', 'xero.md', ['| `offline_access` | Keep access while you are away | yes |']],
    ['fields', 'zendesk.md', ['| Subdomain: `subdomain` | `connection_config` |', '1. Sign in to Zendesk']],
    ['choices', 'intercom.md', ['One of `eu` (Europe), `au` (Australia). Optional.']],
    ['what the operator gives', 'amazon-selling-partner.md', ['| Application ID: `applicationId` | `integration_config` |']],
    ['further ids', 'stripe.md', ['| Also taken as | `stripe-api-key` |']],
    ['how sure it is', 'trello.md', ['**Assumed.** Some fact was on no page of the provider that could be read on 2026-']],
    ['that pages name its facts', 'stripe-app.md', ['**Documented.** For each fact [the definition]']]
])('a page says %s', (_what, name, sentences) => {
    for (const sentence of sentences) expect(pages.get(name)).toContain(sentence);
});
