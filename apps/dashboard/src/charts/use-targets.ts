import { useRouter } from '@tanstack/react-router';
import { useEnvironment } from '../api/use-api.ts';
import type { ChartData } from './series.ts';
import type { Bucket } from './times.ts';

export interface Target {
    href: string;
    open: () => void;
}

/** What the charts of a page are about. */
export interface ChartScope {
    /** Undefined: all. */
    integration?: string | undefined;
    connection?: string | undefined;
}

/** Where a point, or a period, of a chart leads to. */
export function useTargets({ integration, connection }: ChartScope): (leadsTo: ChartData['leadsTo'], period: Bucket) => Target {
    const router = useRouter();
    const environment = useEnvironment();
    const scope = { ...(integration !== undefined && { integration }), ...(connection !== undefined && { connection }) };
    return (leadsTo, { from, until }) => {
        const params = { environment };
        const period = { since: from.toISOString(), until: until.toISOString() };
        if (leadsTo === 'runs') {
            const runs = { to: '/$environment/runs', params, search: { type: 'sync', ...scope } } as const;
            return { href: router.history.createHref(router.buildLocation(runs).href), open: () => void router.navigate(runs) };
        }
        if (leadsTo === 'connections') {
            const broken = { to: '/$environment/connections', params, search: { status: 'needs_reconnect' } } as const;
            return { href: router.history.createHref(router.buildLocation(broken).href), open: () => void router.navigate(broken) };
        }
        const logs = { to: '/$environment/logs', params, search: { ...scope, ...period } } as const;
        return { href: router.history.createHref(router.buildLocation(logs).href), open: () => void router.navigate(logs) };
    };
}
