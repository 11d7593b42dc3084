/** The ids in examples: they pass every schema, and each is unlike the others. */
export const exampleIds = {
    environment: '0b9f6d1e-6a52-4c3b-8d1f-7e2a4c5b6d70',
    integration: 'crm',
    connection: '5e0c7b6a-2f1d-4b8e-9a37-c4d5e6f70812',
    key: 'a1b2c3d4e5f6',
    attempt: '7c1e0f52-9a4b-4d3c-8e21-5b6f70819a2c',
    log: '019a1f00-3c5e-7f17-9b08-64a1c7e2f530',
    freeze: 'b4e8d2c1-7a36-4c59-8f0d-13a5e9c7d264',
    link: '2d9b6a40-3c5e-4f17-9b08-64a1c7e2f530',
    endpoint: '8f3a1c64-5d2b-4e90-a7c1-0b9e6d425f18',
    delivery: 'c04d7e19-6b3a-4f85-92d0-e1a5b8734f26',
    event: '1b6e9d03-7a42-4c58-8f19-d3e0c5a27b64',
    channel: '63d8f1b2-0e4c-4a79-9d25-8c1f7e6b3a40',
    issue: 'e71a4c09-5f83-4b2d-a6c0-94d2b8e13f57'
} as const;

/** Everything in examples happens around here. */
export const exampleTimes = {
    created: '2026-01-20T10:30:00.000Z',
    updated: '2026-01-20T10:30:42.318Z',
    later: '2026-01-20T11:00:00.000Z'
} as const;

/** One request, as it is sent. */
export interface ExampleRequest {
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, string>>;
    headers?: Readonly<Record<string, string>>;
    body?: Readonly<Record<string, unknown>>;
}
