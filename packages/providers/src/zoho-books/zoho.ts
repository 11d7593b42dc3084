import type { FormFields } from '../form-field.ts';

/** Facts of Zoho's sign-in, which its products share. The data center is asked for. */
export const zohoSignIn = {
    docs_connect: 'https://www.zoho.com/accounts/protocol/oauth/multi-dc.html',
    // https://www.zoho.com/accounts/protocol/oauth/multi-dc.html
    guide: ['Sign in to Zoho and look at the domain in the address of the page, such as zoho.com.', 'Choose the region with that domain.'],
    // https://www.zoho.com/accounts/protocol/oauth/multi-dc.html,
    // https://www.zoho.com/accounts/protocol/oauth/multi-dc/client-authorization.html
    authorization_url:
        'https://accounts.${connectionConfig.domain}/oauth/v2/auth || https://accounts.zoho.${connectionConfig.extension}/oauth/v2/auth || https://accounts.zoho.com/oauth/v2/auth',
    token_url:
        'https://accounts.${connectionConfig.domain}/oauth/v2/token || https://accounts.zoho.${connectionConfig.extension}/oauth/v2/token || https://accounts.zoho.com/oauth/v2/token',
    disable_pkce: true,
    // A refresh token comes only with both:
    // https://www.zoho.com/commerce/api/identify-user-location.html
    authorization_params: { access_type: 'offline', prompt: 'consent' },
    // It has no expiry. An account has 20, and loses the oldest to the next:
    // https://www.zoho.com/accounts/protocol/oauth-terminology.html. Ten access tokens in ten
    // minutes: https://www.zoho.com/accounts/protocol/oauth/web-apps/access-token-expiry.html
    refresh: { rotation: 'none', min_interval_seconds: 60 },
    // https://www.zoho.com/accounts/protocol/oauth/scope.html
    scope_separator: ',',
    token_response_metadata: ['api_domain']
} as const;

export const zohoConnectionConfig = {
    // https://www.zoho.com/accounts/protocol/oauth/multi-dc.html
    domain: {
        type: 'string',
        title: 'Data region',
        description: 'Where Zoho hosts your account.',
        enum: ['zoho.eu', 'zoho.in', 'zoho.com.au', 'zoho.jp', 'zohocloud.ca', 'zoho.sa', 'zoho.uk'],
        enum_labels: {
            '': 'United States (zoho.com)',
            'zoho.eu': 'Europe (zoho.eu)',
            'zoho.in': 'India (zoho.in)',
            'zoho.com.au': 'Australia (zoho.com.au)',
            'zoho.jp': 'Japan (zoho.jp)',
            'zohocloud.ca': 'Canada (zohocloud.ca)',
            'zoho.sa': 'Saudi Arabia (zoho.sa)',
            'zoho.uk': 'United Kingdom (zoho.uk)'
        },
        optional: true
    },
    /** The domain's ending alone, as other integration platforms name it. The backend sets it. */
    extension: {
        type: 'string',
        title: 'Domain ending',
        enum: ['com', 'eu', 'in', 'com.au', 'jp', 'sa', 'uk', 'com.cn'],
        optional: true,
        hidden: true
    },
    // https://www.bigin.com/developer/docs/apis/multi-dc.html
    api_domain: {
        type: 'string',
        title: 'API address',
        example: 'https://www.zohoapis.eu',
        pattern: '^https://www\\.zohoapis\\.(?:com|eu|in|com\\.au|jp|ca|sa|uk|com\\.cn)$',
        automated: true
    }
} as const satisfies FormFields;

/** Texts of it that the translations lack. */
export const zohoUntranslated: readonly string[] = [
    zohoConnectionConfig.domain.description,
    ...Object.values(zohoConnectionConfig.domain.enum_labels),
    ...zohoSignIn.guide
];
