/** The control plane of the sandbox. @param verb as `gem/switches` */
export type Control = (verb: string, body?: unknown) => Promise<unknown>;

/** How the suite gets a connection. */
export interface Access {
    provider: string;
    /** Of the integration, where the provider needs an OAuth app. */
    client?: { type: 'OAUTH2'; client_id: string; client_secret: string };
    credentials:
        | { type: 'API_KEY'; apiKey: string }
        | { type: 'BASIC'; username: string; password: string }
        | { type: 'OAUTH2'; access_token: string; refresh_token?: string };
    connection_config?: Record<string, string>;
}

export interface Vendor {
    id: string;
    name: string;
    category: 'ats' | 'accounting';
    /** A connection at the emulator, whose own rate limits are switched off. */
    emulated(control: Control): Promise<Access>;
    /** A connection to a real account: the variables that it takes, the first of which decides. */
    variables: readonly string[];
    real(variable: (name: string) => string | undefined): Access;
    /**
     * As `Bill.private_note`: what is not kept of what is written, or names records that are not
     * listed. A note of its capabilities says so in words.
     */
    lacks: readonly string[];
    /** Whether documents that are made here wait for approval, which payments and voids need. */
    makesDrafts: boolean;
}

const GEM_TEAM_KEY = 'gemTeamKey000000000000000000000000000001';
const ASHBY_KEY = 'ashbyApiKey0000000000000000000000000000000000000000000000000001';
/** Access tokens are good for the length of a run, so the app is never asked. */
const unusedClient = { type: 'OAUTH2', client_id: 'not-used', client_secret: 'not-used' } as const;

const record = (value: unknown) => Object(value) as Record<string, unknown>;

function tokensOf(grant: unknown): Access['credentials'] {
    const { access_token: accessToken, refresh_token: refreshToken } = record(grant);
    return { type: 'OAUTH2', access_token: String(accessToken), refresh_token: String(refreshToken) };
}

async function clientOf(control: Control, vendor: string): Promise<NonNullable<Access['client']>> {
    const { apps } = (await control(`${vendor}/apps`)) as { apps: { id: string; secret: string }[] };
    return { type: 'OAUTH2', client_id: apps[0]?.id ?? '', client_secret: apps[0]?.secret ?? '' };
}

const definitions: readonly Vendor[] = [
    {
        id: 'gem',
        name: 'Gem',
        category: 'ats',
        async emulated(control) {
            await control('gem/switches', { requests_per_second: 100_000, burst: 100_000 });
            return { provider: 'sandbox-gem', credentials: { type: 'API_KEY', apiKey: GEM_TEAM_KEY } };
        },
        variables: ['PATCHBAY_CONFORM_GEM_API_KEY', 'PATCHBAY_CONFORM_GEM_APPLICATION_SECRET'],
        real(variable) {
            const secret = variable('PATCHBAY_CONFORM_GEM_APPLICATION_SECRET');
            return {
                provider: 'gem',
                credentials: { type: 'API_KEY', apiKey: variable('PATCHBAY_CONFORM_GEM_API_KEY') ?? '' },
                ...(secret === undefined ? {} : { connection_config: { appSecret: secret } })
            };
        },
        lacks: [],
        makesDrafts: false
    },
    {
        id: 'quickbooks',
        name: 'QuickBooks Online',
        category: 'accounting',
        async emulated(control) {
            await control('quickbooks/settings', { throttle: false });
            const grant = await control('quickbooks/grants', {});
            return {
                provider: 'sandbox-quickbooks',
                client: await clientOf(control, 'quickbooks'),
                credentials: tokensOf(grant),
                connection_config: { realmId: String(record(grant)['realm']) }
            };
        },
        variables: [
            'PATCHBAY_CONFORM_QUICKBOOKS_ACCESS_TOKEN',
            'PATCHBAY_CONFORM_QUICKBOOKS_REALM_ID',
            'PATCHBAY_CONFORM_QUICKBOOKS_SANDBOX'
        ],
        real: (variable) => ({
            provider: variable('PATCHBAY_CONFORM_QUICKBOOKS_SANDBOX') === 'true' ? 'quickbooks-sandbox' : 'quickbooks',
            client: unusedClient,
            credentials: { type: 'OAUTH2', access_token: variable('PATCHBAY_CONFORM_QUICKBOOKS_ACCESS_TOKEN') ?? '' },
            connection_config: { realmId: variable('PATCHBAY_CONFORM_QUICKBOOKS_REALM_ID') ?? '' }
        }),
        lacks: [],
        makesDrafts: false
    },
    {
        id: 'ashby',
        name: 'Ashby',
        category: 'ats',
        async emulated(control) {
            await control('ashby/switches', { requests_per_minute: 1_000_000 });
            return { provider: 'sandbox-ashby', credentials: { type: 'BASIC', username: ASHBY_KEY, password: '' } };
        },
        variables: ['PATCHBAY_CONFORM_ASHBY_API_KEY'],
        real: (variable) => ({
            provider: 'ashby',
            credentials: { type: 'BASIC', username: variable('PATCHBAY_CONFORM_ASHBY_API_KEY') ?? '', password: '' }
        }),
        lacks: ['Job.offices.*.id', 'Location.parent_id'],
        makesDrafts: false
    },
    {
        id: 'xero',
        name: 'Xero',
        category: 'accounting',
        async emulated(control) {
            await control('xero/settings', { throttle: false });
            const grant = await control('xero/grants', {});
            return {
                provider: 'sandbox-xero',
                client: await clientOf(control, 'xero'),
                credentials: tokensOf(grant),
                connection_config: { tenant_id: String(record(grant)['tenant']) }
            };
        },
        variables: ['PATCHBAY_CONFORM_XERO_ACCESS_TOKEN', 'PATCHBAY_CONFORM_XERO_TENANT_ID'],
        real: (variable) => ({
            provider: 'xero',
            client: unusedClient,
            credentials: { type: 'OAUTH2', access_token: variable('PATCHBAY_CONFORM_XERO_ACCESS_TOKEN') ?? '' },
            connection_config: { tenant_id: variable('PATCHBAY_CONFORM_XERO_TENANT_ID') ?? '' }
        }),
        lacks: ['Bill.private_note', 'Customer.notes', 'Customer.website', 'JournalEntry.doc_number'],
        makesDrafts: true
    }
];

export const vendors: ReadonlyMap<string, Vendor> = new Map(definitions.map((vendor) => [vendor.id, vendor]));
