import type { Provider } from '@patchbay/providers';

/** What was asked for and not given, as far as the provider tells: without a list it is what was asked for (RFC 6749 §5.1). */
export function missingScopes(
    provider: Provider | undefined,
    asked: readonly string[] | null | undefined,
    given: readonly string[] | null | undefined
): string[] {
    const names = provider && 'granted_scope_names' in provider ? provider.granted_scope_names : undefined;
    if (!names || !asked || !given) return [];
    return asked.filter((scope) => !given.includes(scope) && !given.includes(names[scope] ?? scope));
}
