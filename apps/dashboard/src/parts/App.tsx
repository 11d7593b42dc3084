import { listIntegrations, type SuccessOut } from '@patchbay/contracts/dashboard';
import type { listIntegrations as listIntegrationsContract } from '@patchbay/contracts';
import { useRead } from '../api/use-api.ts';
import { Mark } from './Mark.tsx';
import { Monogram } from './Monogram.tsx';

type Integrations = SuccessOut<typeof listIntegrationsContract>['data'];

interface App {
    name: string;
    mark?: string;
}

const known = new WeakMap<Integrations, ReadonlyMap<string, App>>();

/** Of two integrations with one name each has its id beside it. */
function appsOf(integrations: Integrations): ReadonlyMap<string, App> {
    const earlier = known.get(integrations);
    if (earlier) return earlier;
    const uses = Map.groupBy(integrations, ({ display_name: name }) => name);
    const apps = new Map(
        integrations.map(({ unique_key: id, display_name: name, logo: mark }) => [
            id,
            { name: (uses.get(name)?.length ?? 0) > 1 && name !== id ? `${name} (${id})` : name, mark }
        ])
    );
    known.set(integrations, apps);
    return apps;
}

/** What an integration is called. Until that is known, and once it is deleted, it is its id. */
export function useAppOf(): (integration: string) => App {
    const { data } = useRead(listIntegrations, {});
    const apps = data && appsOf(data.data);
    return (integration) => apps?.get(integration) ?? { name: integration };
}

/** The mark and the name of an app. */
export function AppLabel({ integration, provider }: { integration: string; provider: string }) {
    const { name, mark } = useAppOf()(integration);
    return (
        <span className="flex min-w-0 items-center gap-2" title={name}>
            {mark === undefined ? <Monogram name={integration} slug={provider} size={24} /> : <Mark src={mark} size={24} />}
            <span className="truncate">{name}</span>
        </span>
    );
}
