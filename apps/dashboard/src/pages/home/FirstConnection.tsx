import type { listIntegrations as listIntegrationsContract, listProviders as listProvidersContract } from '@patchbay/contracts';
import {
    createIntegration,
    getIntegration,
    listConnections,
    listIntegrations,
    listProviders,
    type SuccessOut
} from '@patchbay/contracts/dashboard';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { buttonClass } from '../../parts/Button.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../parts/Page.tsx';
import { isInstalled, isOtherClient } from '../integration/form/draft.ts';
import { useConnectTest } from '../integration/use-connect-test.ts';
import { FirstRequest } from './FirstRequest.tsx';

const mostTiles = 6;

interface Tile {
    name: string;
    logo: string;
    /** Of the integration that there is. */
    integration?: string;
    /** That needs nothing but to be added. */
    provider?: string;
}

type Integrations = SuccessOut<typeof listIntegrationsContract>['data'];
type Providers = SuccessOut<typeof listProvidersContract>['data'];

/** What can be connected at once: what is set up, then sandboxes that need no app of one's own. */
function tilesOf(integrations: Integrations, providers: Providers): Tile[] {
    const ready = integrations
        .filter(({ enabled }) => enabled !== false)
        .map(({ unique_key: integration, display_name: name, logo }) => ({ name, logo, integration }));
    const taken = new Set(integrations.map(({ provider }) => provider));
    const sandboxes = providers
        .filter(
            ({ name, sandbox, auth_mode: mode, client_registration: registration }) =>
                sandbox === true &&
                mode !== 'OAUTH2' &&
                !isInstalled(mode) &&
                !isOtherClient(mode) &&
                registration !== 'static' &&
                !taken.has(name)
        )
        .map(({ name: provider, display_name: name, logo_url: logo }) => ({ name, logo, provider }));
    return [...ready, ...sandboxes].slice(0, mostTiles);
}

/**
 * From nothing to a first connection and a request with it.
 * @param onBegin an app was picked
 */
export default function FirstConnection({ onBegin }: { onBegin: () => void }) {
    const environment = useEnvironment();
    const client = useQueryClient();
    const integrations = useRead(listIntegrations, {});
    const providers = useRead(listProviders, { query: {} }, { staleTime: 300_000 });
    const create = useChange(createIntegration, [listIntegrations]);
    const { start, isOpen, result } = useConnectTest(
        () =>
            void Promise.all(
                [listConnections, listIntegrations, getIntegration].map(({ path }) =>
                    client.invalidateQueries({ queryKey: [environment, path] })
                )
            )
    );
    const error = integrations.error ?? providers.error ?? create.error;
    const pick = ({ integration, provider }: Tile) => {
        onBegin();
        if (integration !== undefined) return start([integration]);
        if (provider === undefined) return;
        create.mutate({ body: { provider, unique_key: provider } }, { onSuccess: ({ data }) => start([data.unique_key]) });
    };
    if (result?.kind === 'connected') return <FirstRequest integration={result.integration} connection={result.connection} />;
    return (
        <Card title="Connect something. It takes about two minutes.">
            <div className="flex flex-col gap-4 p-4">
                <p className="text-text-2">Pick an app: the Connect UI opens here, and you connect an account as a test user.</p>
                {error && <ErrorNotice error={error} />}
                {result?.kind === 'failed' && (
                    <Notice tone="danger" title={`It did not work: ${result.message}`}>
                        <Link to="/$environment/doctor" params={{ environment }} className="text-accent-text underline">
                            Check the setup
                        </Link>
                    </Notice>
                )}
                {(integrations.isPending || providers.isPending) && <SkeletonRows count={2} height={72} />}
                {integrations.data && providers.data && (
                    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
                        {tilesOf(integrations.data.data, providers.data.data).map((tile) => (
                            <li key={tile.integration ?? tile.provider}>
                                <PickButton tile={tile} isBusy={isOpen} onPick={() => pick(tile)} />
                            </li>
                        ))}
                    </ul>
                )}
                <div>
                    <Link to="/$environment/catalogue" params={{ environment }} className={buttonClass()}>
                        Search all apps
                    </Link>
                </div>
            </div>
        </Card>
    );
}

function PickButton({ tile, isBusy, onPick }: { tile: Tile; isBusy: boolean; onPick: () => void }) {
    const scope = tile.integration === undefined ? 'environment:integrations:write' : 'environment:connect_sessions:write';
    const { reason } = useMay(scope);
    const isBlocked = isBusy || reason !== undefined;
    return (
        <button
            type="button"
            aria-disabled={isBlocked || undefined}
            title={reason}
            onClick={isBlocked ? undefined : onPick}
            className={`flex h-full w-full items-center gap-3 rounded-card border border-hairline bg-surface p-4 text-left font-semibold hover:border-control ${isBlocked ? 'opacity-60' : ''}`}
        >
            <Mark src={tile.logo} size={40} />
            {tile.name}
        </button>
    );
}
