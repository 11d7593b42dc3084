// Connection exceptions, deadlocks and serialisation failures, insufficient resources, operator
// intervention (time-out, shutdown), and a primary that became read-only:
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const SQL_STATES = /^(08|40|53|57)|^25006$/;
// Prepared before a migration (0A000), or lost (26000) or made twice (42P05) by a pooler.
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
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|timeout expired$|Query read timeout|The database does not respond|Cannot use a pool after calling end)/;

/**
 * Whether the database failed, not the statement: a retry may help. True through `cause` as well.
 */
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

/** Whether a prepared statement is stale. It has done nothing: prepared anew, it runs. */
export function isStalePlan(error: unknown): error is Error & { code: string } {
    if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string' || !STALE_PLANS.test(error.code)) return false;
    // 0A000 is any unsupported feature; the routine's name is the same in every language.
    const routine = 'routine' in error ? error.routine : undefined;
    return error.code !== '0A000' || routine === undefined || routine === 'RevalidateCachedQuery';
}
