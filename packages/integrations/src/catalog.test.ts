import { describe, expect, test } from 'vitest';
import { capabilitiesOf, integrationOf } from './catalog.ts';

describe('the catalogue', () => {
    test('has one integration for a vendor and its sandbox', () => {
        expect(integrationOf('gem')).toBeDefined();
        expect(integrationOf('sandbox-gem')).toBe(integrationOf('gem'));
        expect(integrationOf('toString')).toBeUndefined();
    });

    test.each([
        ['gem', []],
        ['ashby', ['GET /job-posts']]
    ])('says which endpoints %s does not have', (provider, unsupported) => {
        const integration = integrationOf(provider);
        if (!integration) throw new Error(`There is no integration ${provider}.`);
        const capabilities = capabilitiesOf(integration);
        const lacking = capabilities.filter(({ support }) => support === 'unsupported');
        expect(lacking.map(({ method, path }) => `${method} ${path}`)).toEqual(unsupported);
        const known = new Set(capabilities.map(({ method, path }) => `${method} ${path}`));
        expect(Object.keys(integration.notes).filter((key) => !known.has(key))).toEqual([]);
        const declared = [
            ...Object.values(integration.syncs).flatMap(({ endpoints = [] }) => endpoints),
            ...Object.values(integration.actions).flatMap(({ endpoint }) => endpoint ?? [])
        ];
        expect(declared.filter(({ method, path }) => !known.has(`${method} ${path}`))).toEqual([]);
    });
});
