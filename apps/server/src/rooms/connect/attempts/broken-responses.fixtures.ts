/** Invalid responses of a broken provider, a captive portal or a hostile host. */
export const brokenResponses: readonly [name: string, action: Record<string, unknown>][] = [
    ['status 500', { type: 'status', code: 500, body: { error: 'server_error' } }],
    ['status 503 in HTML', { type: 'garbage', code: 502 }],
    ['status 429', { type: 'status', code: 429, headers: { 'retry-after': '60' } }],
    ['HTML with status 200', { type: 'garbage', code: 200 }],
    ['nothing', { type: 'status', code: 200, body: '' }],
    ['status 204', { type: 'status', code: 204 }],
    ['JSON cut off in the middle', { type: 'status', code: 200, body: '{"access_token": "abc' }],
    ['a connection cut off in the middle', { type: 'truncate' }],
    ['a JSON array', { type: 'status', code: 200, body: [] }],
    ['JSON null', { type: 'status', code: 200, body: 'null' }],
    ['JSON nested 5,000 deep', { type: 'status', code: 200, body: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}` }],
    ['50 MB', { type: 'huge', bytes: 50_000_000 }],
    ['a redirect', { type: 'redirect', status: 302, location: '/login' }],
    ['a reset connection', { type: 'reset' }]
];
