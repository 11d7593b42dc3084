import type { IntegrationRow } from '@patchbay/db';

/** The key that a deleted integration had, or that another one has. */
export function originalKey({ unique_key: key }: Pick<IntegrationRow, 'unique_key'>): string {
    return key.startsWith('#') ? key.slice(key.indexOf('#', 1) + 1) : key;
}
