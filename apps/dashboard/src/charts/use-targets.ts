import { useRouter } from '@tanstack/react-router';
import { useEnvironment } from '../api/use-api.ts';
import type { ChartData } from './series.ts';
import type { Bucket } from './times.ts';

export interface Target {
    href: string;
    open: () => void;
}

/** Where a point of a chart leads to. @param integration undefined: all */
export function useTargets({ leadsTo }: ChartData, integration: string | undefined): (bucket: Bucket) => Target {
    const router = useRouter();
    const environment = useEnvironment();
    const ofApp = integration === undefined ? {} : { integration };
    return ({ from, until }) => {
        const params = { environment };
        const period = { since: from.toISOString(), until: until.toISOString() };
        if (leadsTo === 'runs') {
            const runs = { to: '/$environment/runs', params, search: { type: 'sync', ...ofApp } } as const;
            return { href: router.history.createHref(router.buildLocation(runs).href), open: () => void router.navigate(runs) };
        }
        const logs = { to: '/$environment/logs', params, search: { ...ofApp, ...period } } as const;
        return { href: router.history.createHref(router.buildLocation(logs).href), open: () => void router.navigate(logs) };
    };
}
