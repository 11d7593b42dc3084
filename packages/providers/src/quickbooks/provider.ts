import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import type { WebhookForm } from '../webhook-definition.ts';
import mark from './mark.ts';

const cloudEvent: WebhookForm = {
    id: [{ body: 'id' }],
    type: [{ body: 'type' }],
    account: [{ body: 'intuitaccountid', equals: ['connection_config.realmId'] }]
};

const companyInfo = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) });

export default defineProvider({
    id: 'quickbooks',
    display_name: 'QuickBooks Online',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['accounting'],
    aliases: ['intuit', 'qbo'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.intuit.com/app/developer/qbo/docs/get-started',
    setup: {
        url: 'https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/set-redirect-uri',
        text: 'My Hub → App dashboard → your app → Settings → Redirect URIs → Production: add the redirect URI (https only). Use the production keys under Keys and credentials, which Intuit unlocks after its questionnaire.'
    },
    // https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0
    authorization_url: 'https://appcenter.intuit.com/connect/oauth2',
    token_url: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
    revocation_url: 'https://developer.api.intuit.com/v2/oauth2/tokens/revoke',
    revocation_body_format: 'json',
    authorization_method: 'header',
    // About once a day a refresh brings a new one. It ends after 100 days without use, and for good
    // five years after the consent:
    // https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/faq
    refresh: { rotation: 'strict', idle_hours: 2400, grant_hours: 43_800 },
    // Adds that end to the token response. Same page.
    token_headers: { 'x-include-refresh-token-hard-expires-in': 'true' },
    // Not in https://developer.api.intuit.com/.well-known/openid_configuration
    disable_pkce: true,
    default_scopes: ['com.intuit.quickbooks.accounting'],
    scope_descriptions: {
        'com.intuit.quickbooks.accounting': 'Read and write accounting data',
        'com.intuit.quickbooks.payment': 'Take payments'
    },
    // The company is named in the callback only, not in the token response:
    // https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0
    redirect_uri_metadata: ['realmId'],
    connection_config: {
        realmId: {
            type: 'string',
            title: 'Company ID',
            example: '9341453474484455',
            // Up to 20 digits, beyond what a JavaScript number holds: a string for good.
            pattern: '^\\d{5,20}$',
            optional: true,
            automated: true
        }
    },
    // https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks/managing-webhooks-notifications
    // CloudEvents since 2026, a list; what came before is an object:
    // https://blogs.intuit.com/2025/11/12/upcoming-change-to-webhooks-payload-structure/
    webhooks: {
        signature: { header: 'intuit-signature', algorithm: 'sha256', encoding: 'base64' },
        forms: [
            { ...cloudEvent, events: '*' },
            { events: 'eventNotifications', account: [{ body: 'realmId', equals: ['connection_config.realmId'] }] },
            // Not as a list: CloudEvents permit it.
            cloudEvent
        ]
    },
    proxy: {
        // Without `accept` the API responds with XML:
        // https://developer.intuit.com/app/developer/qbo/docs/learn/rest-api-features
        base_url: 'https://quickbooks.api.intuit.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://developer.intuit.com/app/developer/qbo/docs/learn/limits-and-throttles
        rate_limits: {
            per: '${connectionConfig.realmId}',
            windows: [
                { requests: 500, per_seconds: 60 },
                // One of the 10 is for what no budget counts, such as `identify` before the first
                // syncs.
                { requests: 9, per_seconds: 1 }
            ],
            wait_seconds: 60
        },
        retry: { after: 'retry-after' },
        // https://developer.intuit.com/app/developer/qbo/docs/learn/rest-api-features
        idempotency: { query: 'requestid' }
    },
    // https://developer.intuit.com/app/developer/qbo/docs/api/accounting/most-commonly-used/companyinfo
    async identify({ connectionConfig: { realmId }, request }) {
        // Absent when only OpenID scopes were asked for.
        if (typeof realmId !== 'string') return { accounts: [] };
        const company = encodeURIComponent(realmId);
        const response = await request({ url: `/v3/company/${company}/companyinfo/${company}` });
        // 403 is for what one may not use, so that the realmId is not shown to be this sign-in's:
        // https://developer.intuit.com/app/developer/qbo/docs/develop/troubleshooting/error-codes
        if (response.status === 403) throw new Error('QuickBooks responded that this sign-in may not read the company that it named.');
        return readAccounts('QuickBooks', response, companyInfo, ({ CompanyInfo }) => ({ id: realmId, label: CompanyInfo.CompanyName }));
    }
});
