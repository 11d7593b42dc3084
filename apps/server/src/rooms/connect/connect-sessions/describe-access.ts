import type { IntegrationRow } from '@patchbay/db';
import { type Language, localize, type Provider } from '@patchbay/providers';

/** What a product can do with an account: its own sentences, else what the scopes allow. */
export function describeAccess(
    { row, provider }: { row: Pick<IntegrationRow, 'access'>; provider: Provider },
    scopes: readonly string[],
    language: Language
): string[] {
    return row.access.length > 0 ? row.access : scopes.flatMap((scope) => describeScope(provider, scope, language) ?? []);
}

/** Null where it is not known. */
export function describeScope(provider: Provider, scope: string, language: Language): string | null {
    const words = 'scope_descriptions' in provider ? provider.scope_descriptions?.[scope] : undefined;
    return words === undefined ? null : localize(language, words);
}
