import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { capabilitiesOf, integrationOf } from './catalog.ts';

describe('the catalogue', () => {
    test('has one integration for a vendor and its sandbox', () => {
        expect(integrationOf('gem')).toBeDefined();
        expect(integrationOf('sandbox-gem')).toBe(integrationOf('gem'));
        expect(integrationOf('toString')).toBeUndefined();
    });

    test.each([
        ['gem', []],
        ['ashby', ['GET /job-posts', 'GET /job-posts/{id}']]
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

    test.each([
        ['gem', ['/applications', '/job-posts', '/job-stages', '/jobs', '/locations', '/users']],
        ['ashby', []],
        ['quickbooks', []],
        ['xero', []]
    ])('says what of %s is only read as it is stored', (provider, paths) => {
        const integration = integrationOf(provider) ?? expect.fail();
        const onlyStored = capabilitiesOf(integration).filter(({ note }) => note?.includes('live=true'));
        expect(onlyStored.map(({ path }) => path).toSorted()).toEqual(paths.map((path) => `${path}/{id}`));
        expect(onlyStored.filter(({ support }) => support !== 'partial')).toEqual([]);
    });

    test.each(['gem', 'ashby'])('can describe all that %s reads and takes as JSON schemas', (provider) => {
        const { syncs = {}, actions = {} } = integrationOf(provider) ?? {};
        const models = Object.values(syncs).flatMap((sync) => Object.entries(sync.models));
        const described = models.map(([model, schema]) => [model, z.toJSONSchema(schema, { io: 'output' }).required?.includes('id')]);
        expect(described).toEqual(models.map(([model]) => [model, true]));
        // The bytes of a form have no JSON schema.
        const schemas = Object.values(actions).flatMap(({ input, output }) => [
            z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
            z.toJSONSchema(output)
        ]);
        expect(schemas.filter(({ type }) => type !== 'object' && type !== 'array')).toEqual([]);
        const settings = Object.values(syncs).map(
            ({ metadata }) => metadata && z.toJSONSchema(metadata, { io: 'input' }).properties?.['sync']
        );
        expect(settings.filter((one) => one === undefined)).toEqual([]);
    });
});
