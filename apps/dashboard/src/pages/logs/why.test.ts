import { expect, test } from 'vitest';
import { curlOf, type LogDetail, whyOf } from './why.ts';

const entry: LogDetail = {
    id: '0199a5c6-6f5b-7a5c-9a34-6a3e6e4b7d10',
    operation_id: '0199a5c6-6f5b-7a5c-9a34-6a3e6e4b7d11',
    attempt: 1,
    request_id: 'order-1',
    kind: 'proxy',
    provider: 'github',
    integration_id: 'github',
    connection_id: "it's",
    method: 'POST',
    url: 'https://api.github.com/repos?a=1',
    status: 201,
    failed: false,
    error: null,
    started_at: '2026-03-01T09:00:00.000Z',
    timings: { queue_ms: 0, connect_ms: 1, first_byte_ms: 80, total_ms: 90 },
    request_bytes: 2,
    response_bytes: 2,
    request: { headers: { authorization: '[redacted]', 'content-type': 'application/json' }, body: { text: '{"a":1}', truncated: false } },
    response: { headers: {}, body: null }
};

test.each([
    [{}, ['It went well.']],
    [{ status: 503, failed: true }, ['The provider failed. That is neither the credentials nor the request.']],
    [{ status: 429, attempt: 3 }, [expect.stringContaining('rate limit'), 'It was attempt 3 of one operation.']],
    [
        { status: null, error: { code: 'timeout', message: 'There was no complete response in time.' } },
        ['There was no complete response in time.']
    ],
    [{ status: 400, kind: 'refresh' }, [expect.any(String), expect.stringContaining('has to reconnect')]],
    [{ status: 500, kind: 'webhook_delivery' }, [expect.stringContaining('Your endpoint')]],
    [
        { timings: { ...entry.timings, queue_ms: 2000, total_ms: 6100 } },
        ['It went well.', expect.stringContaining('2.0 s'), 'It took 6.1 s.']
    ]
] as const)('why a request ended as it did: %j', (changes, sentences) => {
    expect(whyOf({ ...entry, ...changes })).toEqual(sentences);
});

test('curl has the request through the proxy, quoted for a shell, with the key from the environment', () => {
    expect(curlOf(entry, 'https://patchbay.example')).toBe(
        [
            "curl -X POST 'https://patchbay.example/proxy/repos?a=1'",
            "-H 'Base-Url-Override: https://api.github.com'",
            '-H "Authorization: Bearer $PATCHBAY_SECRET_KEY"',
            "-H 'Connection-Id: it'\\''s'",
            "-H 'Provider-Config-Key: github'",
            "-H 'Content-Type: application/json'",
            '--data-raw \'{"a":1}\''
        ].join(' \\\n  ')
    );
    expect(curlOf({ ...entry, kind: 'token' }, '')).toContain("-H 'authorization: [redacted]'");
});
