import { given, nameParam } from '../../../parts/search-params.ts';

/** Other than the environment of the page, which is usual. */
export const auditScopes = { all: 'All environments and members' } as const;

/** In the address of the page. */
export interface AuditSearch {
    scope?: keyof typeof auditScopes;
}

export function auditSearch({ scope }: Record<string, unknown>): AuditSearch {
    return given({ scope: nameParam(scope, auditScopes) });
}

/** Without an environment, entries of all of them and of the instance are listed. */
export const filterOf = (environment: string, { scope }: AuditSearch): { environment?: string } => (scope === 'all' ? {} : { environment });
