import { type Call, createCall } from '@patchbay/api-client';
import { pageMemberHeader } from '@patchbay/contracts/dashboard';
import { pageOpenedBy } from './session-state.ts';

/** With the member who opened the page, in whose name alone it may read and change anything. */
const fetchForPage: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    const member = pageOpenedBy();
    if (member !== undefined) headers.set(pageMemberHeader, member);
    return fetch(input, { ...init, headers });
};

/** Of the instance: members, sessions, the audit log. The session is a cookie. */
export const callInstance: Call = createCall({ baseUrl: '', fetch: fetchForPage });

/** As the member who is signed in now, even where another one has opened the page. */
export const callAsSignedIn: Call = createCall({ baseUrl: '' });

const calls = new Map<string, Call>();

/** Of one environment: what a backend calls by a secret key. */
export function callEnvironment(name: string): Call {
    const baseUrl = `/dashboard/api/environments/${encodeURIComponent(name)}`;
    const call = calls.get(name) ?? createCall({ baseUrl, fetch: fetchForPage });
    calls.set(name, call);
    return call;
}
