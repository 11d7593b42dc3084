import { startTestApp } from '@patchbay/test-kit';
import { expect, test } from 'vitest';

/** What every kind of response of the API's origin says of later visits. */
async function transportPolicies(publicUrl: string): Promise<(string | null)[]> {
    await using app = await startTestApp({ config: { publicUrl } });
    const paths = ['/connections', '/connections/unknown', '/unknown', '/health', '/openapi.json', '/oauth/callback', '/connect/launch/x'];
    const responses = await Promise.all(
        paths.map((path) => fetch(`http://localhost:${app.server.config.port}${path}`, { redirect: 'manual' }))
    );
    return responses.map(({ headers }) => headers.get('strict-transport-security'));
}

test('browsers are told to use HTTPS alone by each response of an API that is reached by it', async () => {
    expect(new Set(await transportPolicies('https://api.example'))).toEqual(new Set(['max-age=31536000']));
});

test('an API that is reached by HTTP says nothing of it', async () => {
    expect(new Set(await transportPolicies('http://api.example'))).toEqual(new Set([null]));
});
