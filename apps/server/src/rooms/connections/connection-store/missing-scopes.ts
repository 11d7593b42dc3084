import type { Provider } from '@patchbay/providers';

/** Requested scopes that were not granted. No list means all were granted (RFC 6749 §5.1). */
export function missingScopes(
    provider: Provider | undefined,
    asked: readonly string[] | null | undefined,
    given: readonly string[] | null | undefined
): string[] {
    const names = provider && 'granted_scope_names' in provider ? provider.granted_scope_names : undefined;
    if (!names || !asked || !given) return [];
    return asked.filter((scope) => !given.includes(scope) && !given.includes(names[scope] ?? scope));
}
