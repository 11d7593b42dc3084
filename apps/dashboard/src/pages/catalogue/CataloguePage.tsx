import type { listProviders as listProvidersContract } from '@patchbay/contracts';
import { listIntegrations, listProviders, type SuccessOut } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { buttonClass } from '../../parts/Button.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { EmptyState, Page, SkeletonRows } from '../../parts/Page.tsx';
import { useFirstFocus } from '../../parts/use-first-focus.ts';
import { catalogueSearch, type CatalogueSearch } from './search.ts';

type Provider = SuccessOut<typeof listProvidersContract>['data'][number];

const route = '/$environment/catalogue';

const signsInBy: Record<Provider['auth_mode'], string> = {
    OAUTH2: 'Sign-in (OAuth 2)',
    OAUTH1: 'Sign-in (OAuth 1.0a)',
    OAUTH2_CC: 'Client credentials',
    TWO_STEP: 'Login for a token',
    JWT: 'Key that signs tokens',
    SIGNATURE: 'Password that signs requests',
    BILL: 'Session of an organization',
    API_KEY: 'API key',
    BASIC: 'User name and password',
    TBA: 'Token (OAuth 1.0a)',
    AWS_SIGV4: 'AWS role',
    NONE: 'No credentials',
    APP: 'Installed app',
    INSTALL_PLUGIN: 'Approval on a site',
    CUSTOM: 'Installed app, for a user',
    MCP_OAUTH2: 'Sign-in (MCP)',
    MCP_OAUTH2_GENERIC: 'Sign-in (MCP)'
};

/** Categories that their id does not name. */
const categoryWords: Readonly<Record<string, string>> = {
    ai: 'AI',
    ats: 'Recruiting',
    crm: 'CRM',
    'dev-tools': 'Developer tools',
    'e-commerce': 'E-commerce',
    hr: 'HR',
    ticketing: 'Tickets and tasks'
};

function categoryName(id: string): string {
    const words = id.replaceAll('-', ' ');
    return categoryWords[id] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function matches({ name, display_name: title, aliases = [], categories }: Provider, { search = '', category }: CatalogueSearch): boolean {
    if (category !== undefined && !categories.includes(category)) return false;
    const wanted = search.trim().toLowerCase();
    return [name, title, ...aliases, ...categories.map(categoryName)].some((text) => text.toLowerCase().includes(wanted));
}

const isSandbox = ({ sandbox }: Provider) => Number(sandbox === true);

/** The apps that can be integrated, to choose one. */
export function CataloguePage() {
    const environment = useEnvironment();
    const search = useSearch({ from: route });
    const { data, error, refetch, isPending } = useRead(listProviders, { query: {} }, { staleTime: 300_000 });
    const all = data?.data.toSorted((a, b) => isSandbox(a) - isSandbox(b) || a.display_name.localeCompare(b.display_name)) ?? [];
    const found = all.filter((provider) => matches(provider, search));
    return (
        <Page title="Add an integration">
            <Link to="/$environment/integrations" params={{ environment }} className="-mt-4 text-accent-text">
                All integrations
            </Link>
            <Filters categories={[...new Set(all.flatMap((provider) => provider.categories))]} />
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {isPending && <SkeletonRows count={6} height={72} />}
            {data && found.length === 0 && (
                <EmptyState
                    action={
                        <Link
                            to="/$environment/catalogue/$provider"
                            params={{ environment, provider: 'private-api-bearer' }}
                            className={buttonClass()}
                        >
                            Add a private API
                        </Link>
                    }
                >
                    No app fits. Any API with a key or a password can be integrated as a private API.
                </EmptyState>
            )}
            <p role="status" className="sr-only">
                {data ? `${found.length} apps` : ''}
            </p>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
                {found.map((provider) => (
                    <ProviderTile key={provider.name} provider={provider} />
                ))}
            </ul>
        </Page>
    );
}

function Filters({ categories }: { categories: readonly string[] }) {
    const search = useSearch({ from: route });
    const navigate = useNavigate({ from: route });
    const change = (changes: { [Name in keyof CatalogueSearch]?: string | undefined }) =>
        void navigate({ search: (before) => catalogueSearch({ ...before, ...changes }), replace: true });
    const field = useFirstFocus<HTMLInputElement>();
    return (
        <search className="flex flex-wrap gap-3">
            <input
                ref={field}
                type="search"
                aria-label="Search apps"
                placeholder="Name of an app"
                defaultValue={search.search ?? ''}
                onChange={({ target }) => change({ search: target.value })}
                className="min-h-9 min-w-56 flex-1 rounded-control border border-control bg-surface px-3"
            />
            <select
                aria-label="Category"
                value={search.category ?? ''}
                onChange={({ target }) => change({ category: target.value })}
                className="min-h-9 rounded-control border border-control bg-surface px-3"
            >
                <option value="">All categories</option>
                {categories
                    .toSorted((a, b) => categoryName(a).localeCompare(categoryName(b)))
                    .map((id) => (
                        <option key={id} value={id}>
                            {categoryName(id)}
                        </option>
                    ))}
            </select>
        </search>
    );
}

function ProviderTile({ provider: { name, display_name: title, logo_url: logo, categories, auth_mode: mode } }: { provider: Provider }) {
    const environment = useEnvironment();
    const integrations = useRead(listIntegrations, {}, { staleTime: 30_000 });
    const count = integrations.data?.data.filter(({ provider }) => provider === name).length ?? 0;
    return (
        <li>
            <Link
                to="/$environment/catalogue/$provider"
                params={{ environment, provider: name }}
                className="flex h-full items-center gap-3 rounded-card border border-hairline bg-surface p-4 text-text no-underline hover:border-control"
            >
                <Mark src={logo} size={40} />
                <span className="min-w-0">
                    <span className="block font-semibold">{title}</span>
                    <span className="block text-small text-text-2">
                        {[categories.map(categoryName).join(', '), signsInBy[mode]].filter(Boolean).join(' · ')}
                    </span>
                    {count > 0 && (
                        <span className="block text-small text-text-2">{count === 1 ? 'Added already' : `Added ${count} times`}</span>
                    )}
                </span>
            </Link>
        </li>
    );
}
