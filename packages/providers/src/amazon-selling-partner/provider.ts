import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';

const participations = z.object({ payload: z.array(z.object({ storeName: z.string().nullish() })) });

export default defineProvider({
    id: 'amazon-selling-partner',
    display_name: 'Amazon Selling Partner',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['e-commerce'],
    aliases: ['amazon', 'seller central', 'sp-api', 'marketplace', 'orders'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer-docs.amazon.com/sp-api/',
    docs_connect: 'https://developer-docs.amazon.com/sp-api/docs/seller-central-urls',
    // https://developer-docs.amazon.com/sp-api/docs/sp-api-endpoints
    guide: [
        'Sign in to Seller Central and look at the address of the page.',
        'Choose the Seller Central with this address.',
        'Choose the selling region that its marketplaces belong to.'
    ],
    setup: {
        url: 'https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow',
        text: 'Solution Provider Portal → Develop Apps: register a public app with the redirect URI. Use its LWA credentials as client, and put its application id into integration_config as applicationId. While it is a draft, put beta there as version.'
    },
    // https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow,
    // https://developer-docs.amazon.com/sp-api/docs/authorization-errors
    authorization_url: 'https://${connectionConfig.domain}/apps/authorize/consent',
    authorization_params: { application_id: '${connectionConfig.applicationId}', version: '${connectionConfig.version}' },
    authorization_code_param_in_callback: 'spapi_oauth_code',
    redirect_uri_metadata: ['selling_partner_id'],
    token_url: 'https://api.amazon.com/auth/o2/token',
    // Lists no parameter of PKCE:
    // https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow
    disable_pkce: true,
    // The seller has to give access again each year:
    // https://developer-docs.amazon.com/sp-api/docs/selling-partner-appstore-authorization-workflow-renew
    refresh: { rotation: 'none', grant_hours: 8760 },
    // https://github.com/amzn/selling-partner-api-docs,
    // guides/en-US/developer-guide/SellingPartnerApiDeveloperGuide.md, Seller Central URLs
    connection_config: {
        domain: {
            type: 'string',
            title: 'Seller Central',
            description: 'Where you sign in to sell.',
            enum: [
                'sellercentral.amazon.com',
                'sellercentral.amazon.ca',
                'sellercentral.amazon.com.mx',
                'sellercentral.amazon.com.br',
                'sellercentral-europe.amazon.com',
                'sellercentral.amazon.nl',
                'sellercentral.amazon.se',
                'sellercentral.amazon.pl',
                'sellercentral.amazon.com.tr',
                'sellercentral.amazon.ae',
                'sellercentral.amazon.in',
                'sellercentral.amazon.co.jp',
                'sellercentral.amazon.com.au',
                'sellercentral.amazon.sg'
            ],
            order: 1
        },
        region: {
            type: 'string',
            title: 'Selling region',
            enum: ['na', 'eu', 'fe'],
            enum_labels: {
                na: 'North America and Brazil',
                eu: 'Europe, Middle East, Africa and India',
                fe: 'Japan, Australia and Singapore'
            },
            order: 2
        },
        applicationId: {
            type: 'string',
            title: 'Application ID',
            example: 'amzn1.sp.solution.1a2b3c4d',
            pattern: '^amzn1\\.[A-Za-z0-9.-]{1,200}$',
            hidden: true
        },
        version: { type: 'string', title: 'Version', enum: ['beta'], optional: true, hidden: true },
        selling_partner_id: { type: 'string', title: 'Selling partner ID', automated: true }
    },
    untranslated: [
        'Sign in to Seller Central and look at the address of the page.',
        'Choose the Seller Central with this address.',
        'Choose the selling region that its marketplaces belong to.',
        'Seller Central',
        'Where you sign in to sell.',
        'Selling region',
        'North America and Brazil',
        'Europe, Middle East, Africa and India',
        'Japan, Australia and Singapore'
    ],
    proxy: {
        // https://developer-docs.amazon.com/sp-api/docs/sp-api-endpoints
        base_url: 'https://sellingpartnerapi-${connectionConfig.region}.amazon.com',
        headers: { 'x-amz-access-token': '${accessToken}' }
    },
    // The callback names the seller; this API has no id of it, and takes 1 request in 62 seconds
    // after the first 15: https://developer-docs.amazon.com/sp-api/docs/sellers-api-v1-reference
    async identify({ connectionConfig: { selling_partner_id: id }, request }) {
        const response = await request({ url: '/sellers/v1/marketplaceParticipations' });
        return readAccounts('Amazon', response, participations, ({ payload }) =>
            typeof id === 'string' ? { id, label: payload.find(({ storeName }) => storeName)?.storeName ?? id } : undefined
        );
    }
});
