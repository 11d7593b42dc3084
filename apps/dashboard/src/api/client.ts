import { type Call, createCall } from '@patchbay/api-client';

/** Of the instance: members, sessions, the audit log. The session is a cookie. */
export const callInstance: Call = createCall({ baseUrl: '' });

const calls = new Map<string, Call>();

/** Of one environment: what a backend calls by a secret key. */
export function callEnvironment(name: string): Call {
    const call = calls.get(name) ?? createCall({ baseUrl: `/dashboard/api/environments/${encodeURIComponent(name)}` });
    calls.set(name, call);
    return call;
}
