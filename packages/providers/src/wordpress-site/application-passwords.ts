import { z } from 'zod';
import { checkResult } from '../check-credentials.ts';
import type { Account, CheckResult, ProviderRequest, ProviderResponse, Revocation } from '../provider.ts';
import { readAccounts } from '../read-accounts.ts';
import { readRevocationResponse, unexpectedRevocationResponse } from '../read-revocation-response.ts';

const user = z.object({ id: z.number(), name: z.string().optional(), username: z.string().optional() });
const inUse = z.object({ uuid: z.guid() });
const refusal = z.object({ code: z.string() });
const me = '/wp/v2/users/me?context=edit';
const ofThisUser = '/wp/v2/users/me/application-passwords';

const withoutPassword = 'WordPress was sent no password. The web server of the site has to pass on the Authorization header.';

/** Some web servers keep the header back from PHP, and WordPress sees no credentials then. */
function isWithoutPassword(response: ProviderResponse): boolean {
    return codeOf(response) === 'rest_not_logged_in';
}

/**
 * Why a password is not taken, for one that is not there.
 * @see https://developer.wordpress.org/reference/functions/wp_authenticate_application_password/
 */
const wrongPassword = ['incorrect_password', 'invalid_username', 'invalid_email'];

function codeOf({ json }: ProviderResponse): string | undefined {
    return refusal.safeParse(json).data?.code;
}

export async function checkPassword(request: ProviderRequest): Promise<CheckResult> {
    const response = await request({ url: me });
    if (isWithoutPassword(response)) return { outcome: 'rejected', reason: withoutPassword };
    const result = checkResult(response);
    // Of a web server or a firewall that stands before WordPress.
    const isForeign = result.outcome === 'accepted' ? !user.safeParse(response.json).success : codeOf(response) === undefined;
    return isForeign ? { outcome: 'unreachable' } : result;
}

/** @param site by which ids, which are numbers of one site, are told from those of other sites */
export async function findUser(request: ProviderRequest, site: string): Promise<{ accounts: Account[] }> {
    return readAccounts('WordPress', await request({ url: me }), user, ({ id, name, username }) => ({
        id: `${site}#${id}`,
        label: name || username || String(id)
    }));
}

/** Deletes the password that the request is sent with. One that is refused is gone already. */
export async function deletePasswordInUse(request: ProviderRequest): Promise<Revocation> {
    const response = await request({ url: `${ofThisUser}/introspect` });
    if (isWithoutPassword(response)) return { outcome: 'failed', reason: withoutPassword };
    if (wrongPassword.includes(codeOf(response) ?? '')) return { outcome: 'revoked' };
    const found = inUse.safeParse(response.json).data;
    if (!found) return unexpectedRevocationResponse('WordPress', response);
    return readRevocationResponse('WordPress', await request({ method: 'DELETE', url: `${ofThisUser}/${found.uuid}` }));
}
