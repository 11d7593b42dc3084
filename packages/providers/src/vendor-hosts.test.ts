import { isIP } from 'node:net';
import { describe, expect, test } from 'vitest';
import { destinationFields, urlTemplates } from './destination-fields.ts';
import { providers } from './index.ts';
import { placeholders } from './interpolate.ts';
import type { Provider } from './provider.ts';

/**
 * Domains that none of a vendor's pages is on (`docs`, `docs_connect` and `setup`), the domain that
 * they belong to, and what they are, so that the host of another company does not come in
 * unnoticed. `.*`: in all countries.
 */
const furtherDomains: readonly (readonly [domain: string, of: string, what: string])[] = [
    ['amazon.*', 'amazon.com', 'Seller Central of each country'],
    ['amazonaws.com', 'amazon.com', 'the APIs of AWS'],
    ['anthropic.com', 'claude.com', 'the API of Claude'],
    ['api-us1.com', 'activecampaign.com', 'the API'],
    ['auth0.com', 'lever.co', "runs the sign-in of Lever's sandbox"],
    ['bitbucket.org', 'atlassian.com', 'Bitbucket, of Atlassian'],
    ['brexapis.com', 'brex.com', 'sign-in and API'],
    ['bullhornstaffing.com', 'bullhorn.github.io', 'sign-in and API'],
    ['datadoghq.eu', 'datadoghq.com', 'the site in Europe'],
    ['ddog-gov.com', 'datadoghq.com', 'the site of the government of the United States'],
    ['dropboxapi.com', 'dropbox.com', 'the API'],
    ['dynamics.com', 'microsoft.com', 'Dynamics 365, of Microsoft'],
    ['emarsys.net', 'emarsys.com', 'the API'],
    ['exactonline.*', 'exactonline.com', 'Exact Online of each country'],
    ['googleapis.com', 'google.com', 'the APIs'],
    ['googleapis.com', 'google.dev', 'the APIs'],
    ['helpscout.net', 'helpscout.com', 'the API'],
    ['hubapi.com', 'hubspot.com', 'the API'],
    ['intacct.com', 'sage.com', 'Intacct, of Sage'],
    ['intercom.io', 'intercom.com', 'the API'],
    ['letsdeel.com', 'deel.com', 'sign-in and API'],
    ['linkedin.com', 'microsoft.com', 'LinkedIn, of Microsoft'],
    ['microsoftonline.com', 'microsoft.com', 'the sign-in'],
    ['mktorest.com', 'adobe.com', 'the instances of Marketo, of Adobe'],
    ['myfreshworks.com', 'freshworks.com', 'the accounts'],
    ['myshopify.com', 'shopify.dev', 'the stores'],
    ['netsuite.com', 'oracle.com', 'NetSuite, of Oracle'],
    ['ripplingapis.com', 'rippling.com', 'the API'],
    ['sageone.com', 'sage.com', 'the sign-in'],
    ['sendgrid.com', 'twilio.com', 'SendGrid, of Twilio'],
    ['sentry.dev', 'sentry.io', 'the MCP server'],
    ['service-now.com', 'servicenow.com', 'the instances'],
    ['slack.com', 'slack.dev', 'sign-in and API'],
    ['snowflakecomputing.com', 'snowflake.com', 'the accounts'],
    ['successfactors.com', 'sap.com', 'SuccessFactors, of SAP'],
    ['trello.com', 'atlassian.com', 'Trello, of Atlassian'],
    ['ultipro.com', 'ukg.com', 'the API of UKG Pro'],
    ['webexapis.com', 'webex.com', 'the API'],
    ['workable.com', 'workable.readme.io', 'Workable, whose documentation is on workable.readme.io'],
    ['zoho.*', 'zoho.com', 'the sign-in of each region'],
    ['zohoapis.*', 'zoho.com', 'the API of each region'],
    ['zohocloud.ca', 'zoho.com', 'the sign-in of Canada']
];

/** Endings that have names of others right below them, as far as definitions have such. */
const sharedEndings = ['co.uk', 'co.jp', 'com.au', 'com.br', 'com.cn', 'com.mx', 'com.tr', 'github.io', 'readme.io'];
/** RFC 6761, RFC 6762 and RFC 8375, and what networks at home and in companies use. */
const privateEndings = ['arpa', 'corp', 'example', 'home', 'internal', 'intranet', 'invalid', 'lan', 'local', 'localhost', 'onion', 'test'];

const vendors = [...providers.values()].filter(({ sandbox }) => !sandbox);

describe.each(vendors.map((definition) => [definition.id, definition] as const))('%s', (id, definition) => {
    const hosts = hostsOf(definition);

    test('is reached at public hosts only', () => {
        expect(hosts.filter((host) => !isPublic(host))).toEqual([]);
    });

    test('is reached at hosts of its vendor only; domains that none of its pages is on are listed above', () => {
        const pages = [definition.docs, definition.docs_connect, definition.setup?.url].filter((page) => page !== undefined);
        const own = new Set(pages.map((page) => domainOf(new URL(page).hostname)));
        const isOwn = (domain: string) => own.has(domain) || furtherDomains.some(([further, of]) => own.has(of) && covers(further, domain));
        expect(hosts.map(domainOf).filter((domain) => !isOwn(domain))).toEqual([]);
    });
});

test('each further domain is one of a provider', () => {
    const all = vendors.flatMap((definition) => hostsOf(definition).map(domainOf));
    expect(furtherDomains.filter(([further]) => !all.some((domain) => covers(further, domain)))).toEqual([]);
});

test.each([
    ['api.vendor.com', true],
    ['10.0.0.1', false],
    ['[::1]', false],
    ['localhost', false],
    ['vendor', false],
    ['api.vendor.internal', false],
    ['printer.local', false]
])('whether %s is public: %s', (host, isSo) => {
    expect(isPublic(host)).toBe(isSo);
});

test.each([
    ['api.vendor.com', 'vendor.com'],
    ['sellercentral.amazon.co.jp', 'amazon.co.jp'],
    ['vendor.github.io', 'vendor.github.io']
])('%s belongs to %s', (host, domain) => {
    expect(domainOf(host)).toBe(domain);
});

/** All that may get credentials or end users, but what the end user chooses freely. */
function hostsOf(definition: Provider): string[] {
    const free = destinationFields(definition).map((name) => `connectionConfig.${name}`);
    const { proxy, identity } = definition;
    const absolute = identity?.url.startsWith('https://') ? [identity.url] : [];
    const addresses = [...urlTemplates(definition), ...absolute]
        .flatMap((template) => template.split(' || '))
        .filter((template) => !placeholders(template).some((path) => free.includes(path)))
        .flatMap((template) => filled(definition, template));
    const hosts = (proxy?.hosts ?? []).map((host) => (host.startsWith('.') ? `any${host}` : host));
    return [...new Set([...addresses.map((address) => new URL(address).hostname), ...hosts])];
}

/** With each choice of a field, or else its example. */
function filled({ connection_config: fields = {} }: Provider, template: string): string[] {
    const [first] = placeholders(template);
    if (first === undefined) return [template];
    const field = fields[first.replace('connectionConfig.', '')];
    const values = field?.enum ?? [field?.example ?? 'any'];
    return values.flatMap((value) => filled({ connection_config: fields } as Provider, template.replaceAll(`\${${first}}`, value)));
}

function isPublic(host: string): boolean {
    const labels = host.split('.');
    const ending = labels.at(-1) ?? '';
    return isIP(host.replaceAll(/[[\]]/g, '')) === 0 && labels.length > 1 && /^[a-z]{2,}$/.test(ending) && !privateEndings.includes(ending);
}

/** What one registers: the public suffix of a host, and the label before it. */
function domainOf(host: string): string {
    const labels = host.split('.');
    return labels.slice(sharedEndings.includes(labels.slice(-2).join('.')) ? -3 : -2).join('.');
}

function covers(listed: string, domain: string): boolean {
    return listed.endsWith('.*') ? domain.startsWith(listed.slice(0, -1)) : domain === listed;
}
