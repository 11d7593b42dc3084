import type { TestApp } from '@patchbay/test-kit';
import { expect } from 'vitest';
import { type ApiResponse, sendJson } from '../../api.fixtures.ts';

export const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)$/);
export const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

/** One request as an assertion reads it: `GET /connections?limit=0`, with an optional body. */
export function ask(app: TestApp, request: string, body?: unknown, token?: string): Promise<ApiResponse> {
    const [method = '', path = ''] = request.split(' ');
    if (body !== undefined) return sendJson(app, method, path, body, token);
    return app.raw(path, { method, ...(token === undefined ? {} : { token }) });
}

/** A validation error's entries, which have exactly these three keys. */
export function issue(code: string, path: string[], message?: string): unknown {
    return { code, path, message: message ?? expect.any(String) };
}
