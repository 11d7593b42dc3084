import { dataUrl } from './data-url.ts';
import type { Deps } from './request.ts';
import type { Vendor } from './sandbox-client.ts';

/** An app that Juniper works with: the provider behind it, and what Juniper reads there. */
export interface App {
    provider: string;
    /** What its users sign in with. */
    signIn: 'person' | 'key' | 'two_keys' | 'password' | 'shared_key' | 'company';
    /**
     * Returns who is connected, or, with a company to choose, all of them. `{realmId}` is that of
     * the connection.
     */
    account: string;
    /** Absent: Juniper has a page of its own for what it reads there. */
    list?: { title: string; path: string; /** The field beside `name`. */ detail: string };
    /** What Juniper does there, for its users. */
    access: string[];
    page?: string;
    /** Given to Juniper by the vendor, the same for all who connect. */
    config?: Record<string, string>;
}

/** By the id of the made-up service, which is also that of the integration. */
const apps: Readonly<Record<string, App>> = {
    'harbor-crm': {
        provider: 'sandbox-oauth2',
        signIn: 'person',
        account: '/api/me',
        list: { title: 'Customers', path: '/api/contacts', detail: 'email' },
        access: ['Know whose account it is', 'Read your customers']
    },
    ledgerly: {
        provider: 'sandbox-oauth2-tenants',
        signIn: 'person',
        account: '/api/tenants',
        list: { title: 'Customers', path: '/api/contacts', detail: 'email' },
        access: ['Know which company it is', 'Read its customers']
    },
    'lantern-desk': {
        provider: 'sandbox-oauth2',
        signIn: 'person',
        account: '/api/me',
        list: { title: 'Requesters', path: '/api/contacts', detail: 'email' },
        access: ['Know whose account it is', 'Read who writes to your help desk']
    },
    talentry: {
        provider: 'sandbox-api-key',
        signIn: 'key',
        account: '/v1/account',
        list: { title: 'Candidates', path: '/v1/candidates', detail: 'email' },
        access: ['Read your candidates, with their e-mail addresses']
    },
    postmill: {
        provider: 'sandbox-two-keys',
        signIn: 'two_keys',
        account: '/v0/account',
        list: { title: 'Subscribers', path: '/v0/users', detail: 'email' },
        access: ['Read your subscribers, with their e-mail addresses']
    },
    shelfmark: {
        provider: 'sandbox-basic',
        signIn: 'password',
        account: '/v1/account',
        list: { title: 'Books on loan', path: '/v1/loans', detail: 'author' },
        access: ['Read which books you have on loan']
    },
    gatherwell: {
        provider: 'sandbox-gem',
        signIn: 'shared_key',
        account: '/ats/v0/users/?per_page=1',
        page: '/hiring.html',
        access: ['Read your candidates and their applications', 'Add notes and resumes'],
        config: { appSecret: 'gem-application-secret' }
    },
    tallystone: {
        provider: 'sandbox-quickbooks',
        signIn: 'company',
        account: '/v3/company/{realmId}/companyinfo/{realmId}',
        page: '/accounting.html',
        access: ['Read your invoices', 'Create purchase orders']
    }
};

export function appOf(integration: string): App | undefined {
    return Object.hasOwn(apps, integration) ? apps[integration] : undefined;
}

/** An app as the pages show it. */
export function describeApp({ sandbox }: Pick<Deps, 'sandbox'>, { id, name, trade, mark }: Vendor) {
    const app = appOf(id);
    return { id, name, trade, mark: dataUrl(mark), signIn: app?.signIn, shownOn: app?.page ?? null, page: `${sandbox.pageUrl}/${id}` };
}
