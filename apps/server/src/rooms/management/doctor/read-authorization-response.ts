import type { EgressResponse } from '../../../kernel/egress/egress.ts';
import { clientWords, redirectWords, scopeWords } from './checks/provider-checks.ts';
import type { ProbeAnswer } from './facts.ts';

export type Reading = Pick<ProbeAnswer, 'kind' | 'said'>;

export function readStatus(status: number): Reading {
    return status >= 500 ? { kind: 'failing', said: `it responded with status ${status}.` } : { kind: 'ok', said: '' };
}

/** Error codes that stand in pages with status 200, or in the address of a page for errors. */
const errorCodes =
    /redirect_uri_mismatch|invalid_redirect_uri|bad_redirect_uri|invalid_client(?:_id)?|unauthorized_client|deleted_client|invalid_scope/;

/**
 * What a provider says to the start of a sign-in, before an end user signs in.
 * @param redirectUri that it was given
 */
export function readAuthorizationResponse(
    { status, headers, body }: Pick<EgressResponse, 'status' | 'headers' | 'body'>,
    redirectUri: string
): Reading {
    if (status >= 500) return readStatus(status);
    const { location = '' } = headers;
    if (location.startsWith(redirectUri)) {
        const code = URL.parse(location)?.searchParams.get('error') ?? '';
        return judged(errorCodes.exec(code)?.[0], `it sent the browser back with`);
    }
    const said = status >= 400 ? body.toString('utf8', 0, 65_536) : '';
    const matched = errorCodes.exec(`${location} ${decoded(location)} ${body.toString('utf8', 0, 65_536)}`)?.[0];
    const inWords = [redirectWords, scopeWords, clientWords].map((words) => words.exec(said)?.[0]).find((text) => text !== undefined);
    return judged(matched ?? inWords, `it responded with status ${status} and`);
}

/** Google says why in a parameter: base64 with the code in it. */
function decoded(location: string): string {
    const given = URL.parse(location, 'https://unused')?.searchParams.get('authError') ?? '';
    return Buffer.from(given, 'base64url').toString('latin1');
}

function judged(word: string | undefined, how: string): Reading {
    if (word === undefined) return { kind: 'ok', said: '' };
    const kind = redirectWords.test(word) ? 'redirect_refused' : scopeWords.test(word) ? 'scopes_refused' : 'client_unknown';
    return { kind, said: `${how} “${word}”.` };
}
