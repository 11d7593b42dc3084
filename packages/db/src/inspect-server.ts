import pg from 'pg';
import { DatabaseStartError, errorCode, errorText } from './database-start-error.ts';

/** What the pool has to know about a PostgreSQL. */
export interface DatabaseServer {
    /** The address, with `sslmode` as pg has to be told it. */
    url: string;
    /**
     * A pooler such as PgBouncer is in between: each transaction may use another server connection.
     */
    isPooled: boolean;
}

const OLDEST_VERSION = 15;
/**
 * What libpq takes for `sslmode`:
 * https://www.postgresql.org/docs/18/libpq-ssl.html#LIBPQ-SSL-PROTECTION
 */
export const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof sslModes)[number];
const UNSUPPORTED_PARAMETER = /unsupported startup parameter/;

/**
 * Connects once to find out what server it is.
 * @throws {DatabaseStartError} when it can't be used; the sentence holds no password
 */
export async function inspectServer(
    address: string,
    options: { sslMode: SslMode | undefined; timeoutMs: number; statementMs: number }
): Promise<DatabaseServer> {
    if (!URL.canParse(address))
        throw new DatabaseStartError('DATABASE_URL is not a valid address. Write it as postgresql://user:password@host:5432/database.');
    let refusal: unknown;
    for (const url of urlsFor(address, options.sslMode))
        for (const takesLimits of [true, false])
            try {
                const { pid, processID, version } = await ask(url, options.timeoutMs, takesLimits ? options.statementMs : undefined);
                const major = Math.floor(version / 10_000);
                if (major >= OLDEST_VERSION) return { url, isPooled: !takesLimits || pid !== processID };
                throw new DatabaseStartError(
                    `PostgreSQL at ${hostOf(address)} is version ${major}, and Patchbay needs ${OLDEST_VERSION} or later. Upgrade it, or point DATABASE_URL at a newer one.`
                );
            } catch (error) {
                if (error instanceof DatabaseStartError) throw error;
                refusal = error;
                if (!UNSUPPORTED_PARAMETER.test(errorText(error))) break;
            }
    throw new DatabaseStartError(
        `PostgreSQL at ${hostOf(address)} can't be used (${[errorCode(refusal), errorText(refusal)].filter(Boolean).join(' ')}). Check that it runs and that DATABASE_URL is right.`
    );
}

/** Behind a pooler the two process ids differ, as it gives each client its own. */
async function ask(
    url: string,
    timeoutMs: number,
    statementMs: number | undefined
): Promise<{ pid: number; processID: unknown; version: number }> {
    const client = newClient(url, timeoutMs, statementMs);
    try {
        await client.connect();
        const { rows } = await client.query<{ pid: number; version: number }>(
            `select pg_backend_pid() as pid, current_setting('server_version_num')::int as version`
        );
        const [row] = rows;
        if (!row) throw new Error('It answers nothing');
        return { ...row, processID: 'processID' in client ? client.processID : undefined };
    } finally {
        close(client);
    }
}

/** Resolves when the server answers anything, be it by an error. */
export async function askServer(url: string, timeoutMs: number): Promise<void> {
    const client = newClient(url, timeoutMs);
    try {
        await client.connect();
        await client.query('select 1');
    } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error;
    } finally {
        close(client);
    }
}

function newClient(url: string, timeoutMs: number, statementMs?: number): pg.Client {
    const client = new pg.Client({
        connectionString: url,
        ...sslOf(url),
        connectionTimeoutMillis: timeoutMs,
        query_timeout: timeoutMs,
        ...(statementMs === undefined ? {} : { statement_timeout: statementMs }),
        application_name: 'patchbay'
    });
    // Unheard, it would end the process.
    client.on('error', () => {});
    return client;
}

/** Without waiting: a server that does not respond does not say goodbye either. */
function close(client: pg.Client): void {
    void client.end().catch(() => {});
}

/** pg reads PGSSLMODE too, which means the operator's servers, not a socket. */
export function sslOf(url: string): { ssl?: false } {
    return isSocket(url) ? { ssl: false } : {};
}

/**
 * The addresses to try in turn: pg has no fallback to no encryption. @throws {DatabaseStartError}
 */
function urlsFor(address: string, usualMode: SslMode = 'prefer'): string[] {
    if (isSocket(address)) return [address];
    const { searchParams } = new URL(address);
    const mode = searchParams.get('sslmode') ?? usualMode;
    if (!sslModes.some((known) => known === mode))
        throw new DatabaseStartError(`DATABASE_URL: there is no sslmode ${mode}. There are: ${sslModes.join(', ')}.`);
    if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
        throw new DatabaseStartError(
            'DATABASE_URL: sslmode=verify-ca needs sslrootcert=<file>, with the certificate of the authority to trust. Add it, or use verify-full.'
        );
    if (mode === 'allow') return ['disable', 'prefer'].map((each) => withSslMode(address, each));
    if (mode === 'prefer') return ['prefer', 'disable'].map((each) => withSslMode(address, each));
    return [withSslMode(address, mode)];
}

function withSslMode(address: string, mode: string): string {
    const [base = '', query = ''] = address.split(/\?(.*)/s);
    const params = new URLSearchParams(query);
    params.set('sslmode', mode);
    // Node's own list of authorities, which is what pg takes without a file.
    if (params.get('sslrootcert') === 'system') params.delete('sslrootcert');
    params.set('uselibpqcompat', 'true');
    return `${base}?${params}`;
}

function isSocket(url: string): boolean {
    return url.includes('@%2F') || (URL.canParse(url) && new URL(url).searchParams.get('host')?.startsWith('/') === true);
}

function hostOf(address: string): string {
    const { host, searchParams } = new URL(address);
    return searchParams.get('host') ?? decodeURIComponent(host);
}
