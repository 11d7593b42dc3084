import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, fieldsOf, scopes } from './index.ts';

const addresses = endpoints.flatMap(({ id, method, path, aliases = [] }) =>
    [path, ...aliases.map((alias) => alias.path)].map((each) => ({ id, method, path: each }))
);

test('ids, and methods with paths, are unique', () => {
    const ids = endpoints.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const spelled = addresses.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(spelled.filter((address, index) => spelled.indexOf(address) !== index)).toEqual([]);
});

test('no path begins with /v1, which every path responds under as well', () => {
    // What deployed functions declare is below it alone.
    expect(addresses.filter(({ id, path }) => path.startsWith('/v1') && id !== 'callCustomEndpoint')).toEqual([]);
});

describe.each(endpoints.map((endpoint) => ({ id: endpoint.id, endpoint })))('$id', ({ endpoint }) => {
    test('T-35: has a scope exactly when a secret key opens it', () => {
        expect(endpoint.scope !== undefined).toBe(endpoint.auth.includes('secret_key'));
        if (endpoint.scope) expect(scopes).toContain(endpoint.scope);
    });

    test('declares the parameters of its path', () => {
        const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
        expect(Object.keys(endpoint.params?.shape ?? {})).toEqual(inPath);
        for (const { path } of endpoint.aliases ?? []) expect([...path.matchAll(/:(\w+)/g)].map(([, name]) => name)).toEqual(inPath);
    });

    test('accepts its example', () => {
        const { params = {}, query = {}, headers = {}, body } = endpoint.example ?? {};
        const parts = { params, query, headers, body };
        const refused = (['params', 'query', 'headers', 'body'] as const).filter(
            (part) => endpoint[part] && !endpoint[part].safeParse(parts[part]).success
        );
        expect(refused).toEqual([]);
    });

    test('responds with its example', () => {
        for (const { body, example } of [endpoint.success, ...Object.values(endpoint.alternatives ?? {})])
            expect(body?.parse(example)).toEqual(example);
    });

    test('has no whole secret in its example', () => {
        expect(JSON.stringify([endpoint.example, endpoint.success.example])).not.toMatch(/[A-Za-z0-9]{40}|eyJ/);
    });

    test('describes each of its fields', () => {
        const { params, query, headers, body, form, success, alternatives = {} } = endpoint;
        const sent = { path: params, query, headers, body, form };
        const fields = [
            ...Object.entries(sent).flatMap(([part, schema]) => fieldsIn(part, schema, 'input')),
            ...[success, ...Object.values(alternatives)].flatMap((one) => fieldsIn('response', one.body, 'output'))
        ];
        expect(fields.filter(({ description }) => !/^\S.+[.]$/s.test(description)).map(({ path }) => path)).toEqual([]);
    });

    test('takes no body with GET', () => {
        expect(endpoint.method === 'GET' && endpoint.body !== undefined).toBe(false);
    });

    test('T-39: refuses query parameters that it does not name', () => {
        const shape = endpoint.query ?? z.strictObject({});
        // With an account key the caller names the environment.
        const name = endpoint.auth.includes('account_key') ? 'account_id' : 'environment_id';
        const { error } = shape.safeParse({ [name]: '1' });
        expect(error?.issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: [name] }));
    });

    test('goes on the day that its schedule says, after it was announced, to a path that exists', () => {
        for (const deprecation of [endpoint.deprecation, ...(endpoint.aliases ?? []).map((alias) => alias.deprecation)]) {
            if (!deprecation) continue;
            expect(Date.parse(deprecation.deprecated)).toBeLessThan(Date.parse(deprecation.sunset));
            expect(endpoints.map(({ path }) => path)).toContain(deprecation.successor);
        }
        expect(endpoint.path.startsWith('/connection/') || endpoint.path === '/connection').toBe(endpoint.deprecation !== undefined);
    });
});

function fieldsIn(part: string, schema: z.ZodType | undefined, io: 'input' | 'output') {
    return schema ? fieldsOf(schema, io).map((field) => ({ ...field, path: `${part} ${field.path}` })) : [];
}
