import { OAUTH_CLIENT } from './accounts.ts';

/** A made-up service with a look of its own. Its API is one of the sandbox's. */
export interface Vendor {
    /** Its page is at `/<id>`. */
    id: string;
    name: string;
    trade: string;
    api: 'api' | 'bearer' | 'keyed' | 'basic' | 'gem' | 'quickbooks';
    /** White text on it has a contrast of 6 and more. */
    color: string;
    font: string;
    radius: string;
    /** In its own words, what the scopes give; for the others the sandbox's words. */
    scopes?: Readonly<Record<string, string>>;
    /** Its page offers to ask an admin for approval, whether or not it is needed. */
    asksAdmin?: true;
    /** White shapes on a square of 24 in its colour. */
    mark: string;
}

const sans = 'ui-sans-serif,system-ui,sans-serif';
const serif = 'ui-serif,Georgia,serif';
const customers = { 'contacts.read': 'Read your customers', 'contacts.write': 'Add and change your customers' };
const rounded = "ui-rounded,'Nunito','Trebuchet MS',sans-serif";

export const VENDORS: readonly Vendor[] = [
    {
        id: 'harbor-crm',
        name: 'Harbor CRM',
        trade: 'Customers and deals',
        api: 'api',
        color: '#1c4f82',
        font: sans,
        radius: '4px',
        scopes: customers,
        mark: '<circle cx="12" cy="6.5" r="1.75" fill="none" stroke="#fff" stroke-width="1.5"/><path d="M12 8.5v10M8.75 11.5h6.5M6 14.5c.5 2.6 3 4 6 4s5.5-1.4 6-4" fill="none" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/>'
    },
    {
        id: 'ledgerly',
        name: 'Ledgerly',
        trade: 'Accounting',
        api: 'api',
        color: '#24613f',
        font: serif,
        radius: '2px',
        scopes: customers,
        mark: '<path d="M6.5 7h11M6.5 12h7M6.5 17h11" stroke="#fff" stroke-width="2"/><path d="m15.5 12 1.5 1.5 2.5-3" fill="none" stroke="#fff" stroke-width="1.5"/>'
    },
    {
        id: 'lantern-desk',
        name: 'Lantern Desk',
        trade: 'Customer support',
        api: 'api',
        color: '#8a4310',
        font: rounded,
        radius: '14px',
        scopes: customers,
        asksAdmin: true,
        mark: '<path d="M9 5.5h6M8 8.5h8l1 9H7z" fill="none" stroke="#fff" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round"/><path d="M12 11c1.5 1.6 1.7 3.9 0 4.6-1.7-.7-1.5-3 0-4.6z" fill="#fff"/>'
    },
    {
        id: 'talentry',
        name: 'Talentry',
        trade: 'Hiring',
        api: 'bearer',
        color: '#5b3a9c',
        font: sans,
        radius: '10px',
        mark: '<circle cx="12" cy="8.5" r="3" fill="#fff"/><path d="M6 18.5c0-3.6 2.6-5.5 6-5.5s6 1.9 6 5.5z" fill="#fff"/>'
    },
    {
        id: 'postmill',
        name: 'Postmill',
        trade: 'Newsletters',
        api: 'keyed',
        color: '#a02c4a',
        font: rounded,
        radius: '8px',
        mark: '<path d="M5.5 7.5h13v9h-13z" fill="none" stroke="#fff" stroke-width="1.75" stroke-linejoin="round"/><path d="m6 8 6 5 6-5" fill="none" stroke="#fff" stroke-width="1.75" stroke-linejoin="round"/>'
    },
    {
        id: 'shelfmark',
        name: 'Shelfmark',
        trade: 'Company library',
        api: 'basic',
        color: '#3d4a5c',
        font: serif,
        radius: '0',
        mark: '<path d="M7 5.5v13M11 5.5v13" stroke="#fff" stroke-width="2.5"/><path d="m14.5 6 3.5 12.5" stroke="#fff" stroke-width="2.5"/>'
    },
    {
        id: 'gatherwell',
        name: 'Gatherwell',
        trade: 'Recruiting',
        api: 'gem',
        color: '#0d5c66',
        font: sans,
        radius: '12px',
        mark: '<circle cx="6" cy="7" r="2" fill="#fff"/><circle cx="12" cy="7" r="2" fill="#fff"/><circle cx="18" cy="7" r="2" fill="#fff"/><path d="M6 11.5c0 3 2.5 3.5 6 3.5s6-.5 6-3.5M12 11.5v8" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>'
    },
    {
        id: 'tallystone',
        name: 'Tallystone',
        trade: 'Bookkeeping',
        api: 'quickbooks',
        color: '#4a5a12',
        font: serif,
        radius: '6px',
        scopes: { 'com.intuit.quickbooks.accounting': 'Read and change your books' },
        mark: '<path d="M7 6.5v11M10.3 6.5v11M13.7 6.5v11M17 6.5v11M5 15.5l14-7" stroke="#fff" stroke-width="1.75" stroke-linecap="round"/>'
    }
];

/** The made-up product's OAuth app at a vendor; it protects nothing. */
export function clientAt({ id }: Vendor): { id: string; secret: string; name: string } {
    return { id: `juniper-at-${id}`, secret: `juniper-at-${id}-secret`, name: 'Juniper' };
}

export function hasSignIn({ api }: Vendor): boolean {
    return api === 'api' || api === 'quickbooks';
}

/** The apps whose users sign in at `/oauth`. */
export const SIGN_IN_CLIENTS = [OAUTH_CLIENT, ...VENDORS.filter(({ api }) => api === 'api').map(clientAt)];

export function vendorOfClient(clientId: string): Vendor | undefined {
    return VENDORS.find((vendor) => hasSignIn(vendor) && clientAt(vendor).id === clientId);
}

/** @param size in pixels */
export function markOf({ color, mark }: Vendor, size: number): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${color}"/>${mark}</svg>`;
}
