// https://www.postgresql.org/docs/18/errcodes-appendix.html: connection exceptions, deadlocks and the like, insufficient resources,
// operator intervention (statement timeout and shutdown among them), and a primary that became read-only.
const SQL_STATES = /^(08|40|53|57)|^25006$/;
// A statement prepared before a migration (0A000), or one that a pooler in between lost (26000) or made twice (42P05).
const STALE_PLANS = /^(0A000|26000|42P05)$/;
const NETWORK_CODES = new Set([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ECONNABORTED'
]);
// pg gives these no code.
const MESSAGES =
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired$|Query read timeout|The database does not answer|Cannot use a pool after calling end)/;

/** Whether the database, and not the statement, is to blame: trying again later may help. True through `cause` as well. */
export function isDatabaseUnavailable(error: unknown): boolean {
    for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
        const code = 'code' in each && typeof each.code === 'string' ? each.code : '';
        // A missing socket file is a missing server; a missing file anywhere else is not.
        const hasNoSocket = code === 'ENOENT' && 'syscall' in each && each.syscall === 'connect';
        if (
            hasNoSocket ||
            NETWORK_CODES.has(code) ||
            (code.length === 5 && SQL_STATES.test(code)) ||
            isStalePlan(each) ||
            MESSAGES.test(each.message)
        )
            return true;
    }
    return false;
}

/** Whether a prepared statement can no longer be run as it was prepared. The statement has done nothing: prepared anew, it runs. */
export function isStalePlan(error: unknown): error is Error & { code: string } {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !STALE_PLANS.test(error.code)) return false;
    // 0A000 is any feature that is not supported; the function that found it out is named in every language.
    const routine = 'routine' in error ? error.routine : undefined;
    return error.code !== '0A000' || routine === undefined || routine === 'RevalidateCachedQuery';
}
