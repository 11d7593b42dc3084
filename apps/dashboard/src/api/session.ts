import { readDashboardSession, roleCatalog, allows, type DashboardSession, type Scope } from '@patchbay/contracts/dashboard';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { callInstance } from './client.ts';
import { openPageBy } from './session-state.ts';

export const sessionQuery = queryOptions<DashboardSession>({
    queryKey: ['', readDashboardSession.path],
    queryFn: async () => {
        const { data } = await callInstance(readDashboardSession, {});
        openPageBy(data.member.id);
        return data;
    },
    staleTime: 60_000,
    retry: false,
    // Another tab may have signed in as another member meanwhile.
    refetchOnWindowFocus: 'always',
    // Without a session there is no page yet, over which one could sign in.
    meta: { isEntrance: true }
});

/** Who is signed in: below the route that requires it. */
export function useSession(): DashboardSession {
    return useSuspenseQuery(sessionQuery).data;
}

/** Whether the member may do it; else which sentence says who may. */
export function useMay(scope: Scope): { may: boolean; reason: string | undefined } {
    const { member } = useSession();
    const may = allows(roleCatalog[member.role].scopes, scope);
    return { may, reason: may ? undefined : `Your role, ${roleCatalog[member.role].name}, cannot do this. Ask an owner or an admin.` };
}
