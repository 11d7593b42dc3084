import { useRouter } from '@tanstack/react-router';
import { useEnvironment } from '../api/use-api.ts';
import type { LogsSearch } from '../pages/logs/search.ts';

/** The logs with a filter: their address, and the way there. */
export function useOpenLogs(): (search: LogsSearch) => { href: string; open: () => void } {
    const router = useRouter();
    const environment = useEnvironment();
    return (search) => {
        const to = { to: '/$environment/logs', params: { environment }, search } as const;
        return { href: router.history.createHref(router.buildLocation(to).href), open: () => void router.navigate(to) };
    };
}
